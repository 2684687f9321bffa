#!/usr/bin/env bash
# Verifies one proposal in a pipeline. What decides (policy, keys, ledger, this program) must not come from the change under review:
# each is refused inside the checkout. Everything is told by environment variables, so that no text of a change becomes shell.
#
#   COUNTERSIGN_CLI      the program: .../countersign/dist/cli.cjs
#   CHECKOUT             the folder of the change under review
#   PROPOSAL TOOL ARGS   the proposal, the tool and the file of live arguments; files relative to CHECKOUT
#   POLICY KEYS          files outside CHECKOUT; or, with BASE_COMMIT, paths in the repository at that commit
#   BASE_COMMIT          a full commit id of the protected branch; or empty
#   AUDIENCE PRINCIPAL   or empty
#   LEDGER AUDIT         sqlite:FILE or postgresql://...; a log file; or empty
#   FORMAT REPORT        github, sarif, junit, json or text; a file for the report in place of standard output, or empty
#
# Exits as `countersign verify` does, 0 on allow alone, and 64 where it is told what it must not be.
set -euo pipefail
unset NODE_OPTIONS PIC_POLICY_PATH PIC_KEYS_PATH PIC_DEBUG

refuse() {
  printf 'countersign: %s\n' "$1" >&2
  exit 64
}

for name in COUNTERSIGN_CLI CHECKOUT PROPOSAL TOOL ARGS POLICY KEYS; do
  [ -n "${!name:-}" ] || refuse "$name is needed"
done
checkout=$(cd -P -- "$CHECKOUT" && pwd -P) || refuse "CHECKOUT is no folder"
scratch=$(mktemp -d "${TMPDIR:-/tmp}/countersign.XXXXXX")
trap 'rm -rf -- "$scratch"' EXIT

# folder PATH: where the folder of a path really is.
folder() {
  cd -P -- "$(dirname -- "$1")" 2>/dev/null && pwd -P
}

in_checkout() {
  case "$1/" in
    "$checkout"/*) return 0 ;;
    *) return 1 ;;
  esac
}

# through_checkout PATH: whether the path, or a folder that it goes through, is a name in the checkout, wherever that leads.
through_checkout() {
  local step=$1 place
  while :; do
    place=$(folder "$step") || return 0
    if [ "${step##*/}" != .. ] && in_checkout "$place"; then return 0; fi
    case "$step" in */*) step=$(dirname -- "$step") ;; *) return 1 ;; esac
    case "$step" in / | .) return 1 ;; esac
  done
}

# outside NAME PATH: prints the real path; refuses one that lies in the checkout, or that a link in the checkout leads to.
outside() {
  local real
  (folder "$2") >/dev/null || refuse "$1 is in a folder that is not there"
  real=$(readlink -f -- "$2") || refuse "$1 leads nowhere"
  if through_checkout "$2" || in_checkout "$real"; then
    refuse "$1 lies in the checkout, where the change under review could bring its own"
  fi
  printf '%s' "$real"
}

# protected NAME PATH: a file outside the checkout, or as it is at the base commit.
protected() {
  if [ -z "${BASE_COMMIT:-}" ]; then
    outside "$1" "$2"
    return $?
  fi
  [[ "$BASE_COMMIT" =~ ^([0-9a-f]{40}|[0-9a-f]{64})$ ]] || refuse "BASE_COMMIT is no full commit id"
  case "/$2/" in
    //* | */../* | */./*) refuse "$1 must be a plain path in the repository where BASE_COMMIT is given" ;;
  esac
  git -C "$checkout" cat-file blob "$BASE_COMMIT:$2" >"$scratch/$1.json" 2>/dev/null ||
    refuse "$1 is not in the repository at BASE_COMMIT; fetch that commit first"
  printf '%s' "$scratch/$1.json"
}

node=$(command -v node) || refuse "there is no node"
node=$(outside node "$node") || exit
cli=$(outside COUNTERSIGN_CLI "$COUNTERSIGN_CLI") || exit
policy=$(protected POLICY "$POLICY") || exit
keys=$(protected KEYS "$KEYS") || exit
flags=(--tool="$TOOL" --args="@$ARGS" --policy="$policy" --keys="$keys" --format="${FORMAT:-text}")
case "${LEDGER:-}" in
  "") ;;
  sqlite:*)
    ledger=$(outside LEDGER "${LEDGER#sqlite:}") || exit
    flags+=(--ledger="sqlite:$ledger")
    ;;
  *) flags+=(--ledger="$LEDGER") ;;
esac
if [ -n "${AUDIT:-}" ]; then
  log=$(outside AUDIT "$AUDIT") || exit
  flags+=(--audit="$log")
fi
[ -z "${AUDIENCE:-}" ] || flags+=(--audience="$AUDIENCE")
if [ -n "${PRINCIPAL:-}" ]; then
  PRINCIPAL="$PRINCIPAL" "$node" -p 'JSON.stringify({ principal: process.env.PRINCIPAL })' >"$scratch/context.json"
  flags+=(--context="@$scratch/context.json")
fi

cd -- "$checkout"
status=0
if [ -n "${REPORT:-}" ]; then
  place=$(folder "$REPORT") || refuse "REPORT is in a folder that is not there"
  # A change could bring a link under the report's name, or a folder's, to have another file written.
  if through_checkout "$REPORT" && ! in_checkout "$place"; then
    refuse "REPORT leads out of the checkout by a link"
  fi
  "$node" "$cli" verify "${flags[@]}" -- "$PROPOSAL" >"$scratch/report" || status=$?
  rm -f -- "$REPORT"
  cp -- "$scratch/report" "$REPORT"
else
  "$node" "$cli" verify "${flags[@]}" -- "$PROPOSAL" || status=$?
fi
if [ -n "${GITHUB_OUTPUT:-}" ]; then
  if [ "$status" -eq 0 ]; then echo "verdict=allow"; else echo "verdict=block"; fi >>"$GITHUB_OUTPUT"
fi
exit "$status"
