#!/bin/sh
# Installs the other engines for the given Python, as far as they can be had, and says which cannot.
set -u
python=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

install() { # names, and what to tell pip
    names=$1
    shift
    run_pip install "$@" || left_out "$names"
}

run_pip() {
    "$python" -m pip "$@" -q --disable-pip-version-check >"$folder/log" 2>&1
}

left_out() { # names
    echo "LEFT OUT: the tests beside $1, which cannot be installed here. pip says:"
    grep -i error "$folder/log" | grep -v note: | tail -n 3 | sed 's/^/    /'
}

install "RLCard and OpenSpiel" -e ".[peers]"

# DouZero asks for torch, which its move generator does not need
install DouZero --no-deps douzero==1.1.0

# The setup.py of doudizhu reads a licence that its sdist lacks: pip unpacks it, and it gets one here
if ! run_pip show doudizhu; then
    TMPDIR=$folder run_pip download --no-clean --no-deps -d "$folder" doudizhu==0.1.5
    source=$(find "$folder" -maxdepth 2 -type d -name 'doudizhu_*')
    if [ -d "$source" ]; then
        touch "$source/LICENSE"
        install doudizhu --no-deps "$source"
    else
        left_out doudizhu
    fi
fi
