"""Markdown notes: frontmatter, sections, dialects of decision records."""
