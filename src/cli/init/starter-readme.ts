import { APPROVAL, AUDIENCE, PAYMENT_TOOL, PRINCIPAL } from "./starter-policy.js";

const FILES = "--policy pic_policy.json --keys pic_keys.json";
const CALL = `--audience ${AUDIENCE} --tool ${PAYMENT_TOOL} --args @example/args.json --context '{"principal":"${PRINCIPAL}"}'`;

const KEPT = "--ledger sqlite:ledger.sqlite --audit audit.jsonl";

/** The page that lies beside the starter files; every command in it runs as it stands, in their folder. */
export function starterReadme(until: string): string {
  return `# A gate to start from

| file | holds |
| --- | --- |
| \`pic_policy.json\` | which tools there are, and what must hold before one runs |
| \`pic_keys.json\` | the public keys, and what each may be used for |
| \`keys/\` | the private keys, for this trial only; a real one is made and kept by its holder |
| \`example/\` | a payment: the proposal, the same signed by \`finance-1\`, the arguments of the call, the expected result |
| \`cases/\` | tests of the policy |

## Look

\`\`\`bash
npx countersign policy explain --policy pic_policy.json --tool ${PAYMENT_TOOL}
npx countersign policy check ${FILES}
npx countersign keys check --keys pic_keys.json --private keys/finance-1.pem --private keys/finance-2.pem
npx countersign policy test cases ${FILES}
npx countersign doctor ${FILES} --audience ${AUDIENCE}
\`\`\`

The last one tries, in a scratch area, that a gate with these files denies what it must.

## A payment that nobody approved is refused

It exits 4: \`evidence.required\`.

\`\`\`bash
npx countersign verify example/proposal.json ${FILES} ${CALL} || echo "exit $?"
\`\`\`

## One that finance approved is allowed

The signature in \`example/signed.json\` holds until ${until}.

\`\`\`bash
npx countersign verify example/signed.json ${FILES} ${CALL}
\`\`\`

## Have it approved anew

By the other approver, or by the same one when the example has ended. What is to be signed is written down first:

\`\`\`bash
npx countersign approvals request example/proposal.json ${FILES} --audience ${AUDIENCE} --principal ${PRINCIPAL} --out example/request.json
\`\`\`

Then a person looks at it, at a terminal, and signs what is shown, vouching for \`${APPROVAL}\`:

\`\`\`sh
npx countersign approve example/request.json --key keys/finance-2.pem --key-id finance-2 ${FILES} --out example/second.json
\`\`\`

## Pay once, and prove it

A live gate remembers what was used and records what it decided; so does the command line with \`--ledger\`, which needs
\`npm install better-sqlite3@12\`, and \`--audit\`. The second time exits 5: \`policy.already_used\`.

\`\`\`sh
npx countersign verify example/second.json ${FILES} ${CALL} ${KEPT}
npx countersign verify example/second.json ${FILES} ${CALL} ${KEPT}
npx countersign audit verify audit.jsonl --keys pic_keys.json --ledger sqlite:ledger.sqlite
\`\`\`

The guide \`docs/operator.md\` of the package goes the same way, step by step.

## Make it yours

1. Have each approver make a key (\`countersign keys generate\`), and add the public halves (\`countersign keys add\`).
2. Revoke the trial's keys: \`countersign keys revoke finance-1 --keys pic_keys.json\`, and so on; delete \`keys/\`.
3. Write your tools into the policy. A tool that is not named is blocked, and so is one with \`deny\`: remove \`deny\` once its impact,
   its \`args\` and who approves are settled.
4. Keep policy and keyring where no agent, and no pull request, can write.
`;
}
