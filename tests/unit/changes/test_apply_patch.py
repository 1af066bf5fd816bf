from adrguard.changes.apply_patch import ADD, DELETE, UPDATE, FilePatch, Hunk, parse

PATCH = """\
*** Begin Patch
*** Add File: src/new.py
+first
+second
*** Delete File: src/gone.py
*** Update File: src/old.py
*** Move to: src/moved.py
@@ def here():
 kept
-before
+after
*** End Patch
"""


def test_a_patch_tells_what_becomes_of_each_of_its_files() -> None:
    assert parse(PATCH) == (
        FilePatch(ADD, "src/new.py", text="first\nsecond\n"),
        FilePatch(DELETE, "src/gone.py"),
        FilePatch(
            UPDATE, "src/old.py", "src/moved.py", hunks=(Hunk(("def here():",), ("kept", "before"), ("kept", "after")),)
        ),
    )
