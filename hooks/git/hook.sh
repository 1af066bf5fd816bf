#!/bin/sh
# >>> adrguard git hook @FORMAT@, written by adrguard @VERSION@; `adrguard uninstall git` takes it away >>>
adrguard_hook=@HOOK@
adrguard_python=@PYTHON@
adrguard_chained=@CHAINED@

# Only pre-push has something on stdin. It is read once and given to each hook in turn.
adrguard_input=
if [ "$adrguard_hook" = pre-push ]; then
  adrguard_input=$(cat)
fi
adrguard_run() {
  if [ "$adrguard_hook" = pre-push ]; then
    printf '%s' "${adrguard_input:+$adrguard_input
}" 2>/dev/null | "$@"
  else
    "$@"
  fi
}

# The hook that was here before comes first: it may format and stage, and what is then staged is what must be judged.
if [ -n "$adrguard_chained" ] && [ -x "$adrguard_chained" ]; then
  adrguard_run "$adrguard_chained" "$@" || exit $?
fi

if [ "${ADRGUARD_SKIP:-0}" != 0 ]; then
  echo 'adrguard: skipped, because ADRGUARD_SKIP is set' >&2
elif [ ! -x "$adrguard_python" ]; then
  printf '%s\n' "adrguard: the Python that this hook was installed with is gone: $adrguard_python" \
    "  Install adrguard again and run 'adrguard install git', or delete the hook: $0" \
    '  For this one time: ADRGUARD_SKIP=1 git ...' >&2
  exit 1
else
  # The flags keep Python from importing anything that lies in the repository.
  adrguard_run "$adrguard_python" @FLAGS@ -c 'import sys
try:
    from adrguard.hooks.main import run
except ModuleNotFoundError as error:
    sys.exit(f"adrguard: {error}, in the Python that this hook was installed with: {sys.executable}\n"
             "  Install adrguard again and run `adrguard install git`. For this one time: ADRGUARD_SKIP=1 git ...")
run()' "$adrguard_hook" "$@" || exit $?
fi

if [ -n "$adrguard_input" ]; then
  exec <<ADRGUARD_INPUT
$adrguard_input
ADRGUARD_INPUT
fi
# <<< adrguard <<<
