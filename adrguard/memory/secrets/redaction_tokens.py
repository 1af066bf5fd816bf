"""Tokens that tell by their own beginning whose they are, and that the detector does not know (yet)."""

from __future__ import annotations

# By what each begins, what may follow, and whose it is. All of it is the secret.
_BEGUN = (
    ("GitHub Token", "github_pat_", r"[A-Za-z0-9_]{22,255}"),
    ("GitLab Token", "gl(?:pat|dt|rt|rtr|ptt|cbt|ft|soat|agent|imt|ffct)-", r"[A-Za-z0-9_-]{20,}"),
    ("Slack Token", "xapp-", r"\d-[A-Z0-9]+-\d+-[A-Za-z0-9]+"),
    ("Stripe Key", "(?:sk|rk)_(?:live|test)_", r"[A-Za-z0-9]{16,}"),
    ("Stripe Key", "whsec_", r"[A-Za-z0-9+/=]{24,}"),
    ("OpenAI or Anthropic Key", "sk-", r"(?:ant-|proj-|svcacct-|admin-|or-v1-)?[A-Za-z0-9_-]{20,}"),
    ("Google Key", "AIza", r"[A-Za-z0-9_-]{35}"),
    ("Google Token", r"ya29\.", r"[A-Za-z0-9_-]{20,}"),
    ("Google Token", "1//0", r"[A-Za-z0-9_-]{40,}"),
    ("Google Token", "4/0A", r"[A-Za-z0-9_-]{14,}"),
    ("Google Client Secret", "GOCSPX-", r"[A-Za-z0-9_-]{20,}"),
    ("npm Token", "npm_", r"[A-Za-z0-9]{36}"),
    ("PyPI Token", "pypi-", r"[A-Za-z0-9_-]{50,}"),
    ("RubyGems Key", "rubygems_", r"[a-f0-9]{40,}"),
    ("crates.io Token", "cio", r"[A-Za-z0-9]{32}"),
    ("Hugging Face Token", "hf_", r"[A-Za-z0-9]{30,}"),
    ("Docker Hub Token", "dckr_[po]at_", r"[A-Za-z0-9_-]{20,}"),
    ("DigitalOcean Token", "do[opr]_v1_", r"[a-f0-9]{64}"),
    ("Vault Token", r"hv[sbr]\.", r"[A-Za-z0-9_-]{20,}"),
    ("Atlassian Token", "AT[AC]TT3", r"[A-Za-z0-9_=-]{40,}"),
    ("Linear Key", "lin_api_", r"[A-Za-z0-9]{32,}"),
    ("Shopify Token", "shp(?:at|ca|pa|ss|ua)_", r"[a-fA-F0-9]{32}"),
    ("Postman Key", "PMAK-", r"[a-f0-9]{24}-[a-f0-9]{32,}"),
    ("Databricks Token", "dapi", r"[a-f0-9]{32}"),
    ("Pulumi Token", "pul-", r"[a-f0-9]{40}"),
    ("Groq Key", "gsk_", r"[A-Za-z0-9]{40,}"),
    ("xAI Key", "xai-", r"[A-Za-z0-9]{40,}"),
    ("Replicate Token", "r8_", r"[A-Za-z0-9]{36,}"),
    ("Perplexity Key", "pplx-", r"[A-Za-z0-9]{40,}"),
    ("Grafana Token", "gl(?:sa|c)_", r"[A-Za-z0-9+/=]{32,}_?[a-f0-9]*"),
    ("Sentry Token", "sntry[su]_", r"[A-Za-z0-9+/=_-]{40,}"),
    ("Figma Token", "figd_", r"[A-Za-z0-9_-]{36,}"),
    ("1Password Token", "ops_eyJ", r"[A-Za-z0-9_=-]{40,}"),
    ("CircleCI Token", "CCI[PR]AT_", r"[A-Za-z0-9]+_[a-f0-9]{40}"),
    ("New Relic Key", "NRAK-", r"[A-Z0-9]{27}"),
    ("Tailscale Key", "tskey-[a-z]+-", r"[A-Za-z0-9]+-[A-Za-z0-9]{20,}"),
    ("Supabase Token", "sbp_", r"[a-f0-9]{40}"),
    ("age Key", "(?i:AGE-SECRET-KEY-1)", r"[A-Za-z0-9]{50,}"),
)

# The beginning of base64 of `-----BEGIN … PRIVATE KEY`, and of `{"auths":`.
_PACKED = (
    "LS0tLS1CRUdJTiB(?:QUklWQVRF|SU0EgUFJJVkFUR|FQyBQUklWQVRF|EU0EgUFJJVkFUR|PUEVOU1NIIFBSSVZBVEUg|"
    "FTkNSWVBURUQgUFJJVkFUR)|eyJhdXRocyI6"
)
# A hash as `crypt` and its heirs write it: what of it tells the manner stays.
_CRYPTED = (
    r"\$(?:[156y]\$([^\s:$\"']{1,40}\$[./A-Za-z0-9]{22,})|2[aby]\$\d\d\$([./A-Za-z0-9]{53})|"
    r"argon2id?\$v=\d+\$[a-z0-9=,]+\$([A-Za-z0-9+/]{8,}\$[A-Za-z0-9+/]{20,}))"
)

TOKENS = (
    *((name, rf"\b{begin}{rest}", 0) for name, begin, rest in _BEGUN),
    ("Telegram Token", r"\b\d{8,10}:[0-9A-Za-z_-]{35}\b", 0),
    ("Discord Webhook", r"discord(?:app)?\.com/api/webhooks/(\d{16,20}/[A-Za-z0-9_-]{60,})", 1),
    ("Private Key", rf"\b(?:{_PACKED})[A-Za-z0-9+/]+=*", 0),
    ("Password Hash", _CRYPTED, 1),
)
HINTS = (
    *(f"{begin}[A-Za-z0-9_.-]{{5}}" for _, begin, _ in _BEGUN),
    r"\d{8,10}:[0-9A-Za-z_-]{35}",
    "/api/webhooks/",
    _PACKED,
    r"\$(?:[156y]|2[aby]|argon2id?)\$",
)
