"""The kinds of logs, in the order in which they are asked: the first that takes a line has it."""

from adrguard.memory.traces.kinds import (
    compilers,
    docker,
    git,
    golang,
    javascript_tests,
    jvm_builds,
    packages,
    plain,
    pytest,
    python,
    rust,
    stacks,
    typescript,
)

KINDS = (
    typescript.KIND,
    compilers.KIND,
    golang.KIND,
    pytest.KIND,
    python.KIND,
    docker.KIND,
    jvm_builds.KIND,
    packages.KIND,
    git.KIND,
    rust.KIND,
    javascript_tests.KIND,
    stacks.KIND,
    plain.KIND,
)
