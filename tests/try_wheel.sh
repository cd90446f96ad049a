#!/bin/sh
# try_wheel.sh PYTHON DIST: install DIST's wheel in an empty environment, away from the sources,
# and use it: the package, its command line and its C interface.
set -eu
python=$1
dist=$(cd "$2" && pwd)
outside=$(cd "$(dirname "$0")/outside" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" -m venv "$work/venv"
"$work/venv/bin/pip" install -q --disable-pip-version-check "$dist"/ddz-*.whl
cd "$work"
if venv/bin/python -m ddz --version 2>hint.txt; then
    echo "the command line runs without its extra" >&2
    exit 1
fi
grep -q 'ddz\[cli\]' hint.txt
venv/bin/python - <<'END'
import ddz
assert "site-packages" in ddz.__file__, ddz.__file__
assert len(ddz.all_moves()) == 27471
assert ddz.legal_moves("3334BR", "22").words.dtype == "uint64"
from ddz.zipai import best_hu
assert best_hu("壹壹壹叁叁叁二二贰柒捌", ["wei:玖玖玖", "chi:肆伍陆", "chi:七八九"], "玖", "other").hu == 18
END
venv/bin/pip install -q --disable-pip-version-check "$(echo "$dist"/ddz-*.whl)[cli]" "setuptools>=77" "Cython>=3.1"
venv/bin/ddz moves 3334BR --beat 22
cp -r "$outside" outside
cd outside
../venv/bin/python setup.py -q build_ext --inplace
../venv/bin/python -c "import ddz, walk; assert walk.sums(ddz.Rules(), ddz.Hand(), 0, 5, True)[:2] == (10270, 54673)"
../venv/bin/python -c "import hands; from ddz.zipai import ZipaiRules; assert hands.hu_of(ZipaiRules(), 0) == -1"
echo "the wheel works"
