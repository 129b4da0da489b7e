// Makes docs/errors.md out of the catalogues: `node bin/run.js test/docs/errors-document.ts` writes it, a test compares.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { ERROR_CODES, ERROR_REMEDIES } from '#translation/api/error-codes.ts'
import { catalogue } from '#wiki/messages/catalogue.ts'
import { ownCodes } from '#wiki/messages/own-codes.ts'
import { remedyFor, warningRemedy } from '#wiki/messages/remedies.ts'

export const ERRORS_FILE = path.join(import.meta.dirname, '..', '..', 'docs', 'errors.md')

const plain = (text: string): string =>
  text
    .replace(/<\/?(?:var|kbd|code)>/g, '`')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ')

export function errorsDocument(): string {
  const rows = (prefix: RegExp, remedy: (code: string) => string) =>
    Object.entries(catalogue)
      .filter(([key]) => prefix.test(key))
      .map(([key, { code, text }]) => `| \`${code}\` | ${plain(text)} | ${remedy(code)} | ${key} |`)
      .sort()
      .join('\n')
  return `# Errors and warnings

Made from the catalogues in \`src/wiki/messages/\` and \`src/translation/api/error-codes.ts\`; do not edit it here.

## Action API

Errors come with HTTP status 200, the header \`MediaWiki-API-Error\` with the code, and a body in the form that \`errorformat\` asks for.
Programs switch on the code; the text is for people. The last column names the interface message, by which a wiki says it in other words. \`$1\`, \`$2\` stand for the parameter and the value it is about.

When the database cannot serve, the status is 503 with \`Retry-After\`: \`readonly\` with a \`readonlyreason\` when it can be read but not written
(a full disk), \`internal_api_error_DBConnectionError\` when it cannot be reached, \`internal_api_error_DBQueryError\` when it failed in
between; \`reason\` says more. The translation API then answers 503 with \`read_only\` or \`service_unavailable\` in its own form, pages with a page.
While an administrator keeps the site read-only (\`--read-only REASON\`), the wiki answers \`readonly\` with status 200, as MediaWiki does, and the
translation API 503 with \`read_only\` and \`Retry-After: 60\`.

### Errors

| code | text | what you can do | message |
| --- | --- | --- | --- |
${rows(/^(apierror-|paramvalidator-(?!(?:outofrange|param-deprecated|deprecated|unclear|unrecognizedvalues))|watchlistanontext)/, remedyFor)}

Some modules have codes of their own for these; a \`*\` stands for the name of the parameter:

| code | text | what you can do | message |
| --- | --- | --- | --- |
${Object.entries(ownCodes)
  .map(([code, key]) => `| \`${code}\` | ${plain(catalogue[key].text)} | ${remedyFor(code)} | ${key} |`)
  .join('\n')}

### Warnings

The request goes on; what is warned about was left out, replaced by the nearest allowed value, or will not work for ever.

| code | text | what you can do | message |
| --- | --- | --- | --- |
${rows(/^(apiwarn-|paramvalidator-(?:outofrange|param-deprecated|deprecated|unclear|unrecognizedvalues))/, warningRemedy)}

## REST API

The status says what kind of error it is; the body has its \`type\` and a list \`errors\`, each with \`code\`, \`detail\` for people, and in
\`attr\` the field it is about.

| code | type | meaning | what you can do |
| --- | --- | --- | --- |
${restRows()}
`
}

const restRows = (): string =>
  Object.entries(ERROR_CODES)
    .flatMap(([type, codes]) =>
      Object.entries(codes).map(
        ([code, about]) =>
          `| \`${code}\` | \`${type}\` | ${about} | ${ERROR_REMEDIES[code as keyof typeof ERROR_REMEDIES]} |`,
      ),
    )
    .join('\n')

if (import.meta.filename === process.argv[1]) writeFileSync(ERRORS_FILE, errorsDocument())
