// Test data: malicious files, and files broken in subtle ways. Each must be rejected with a reason and leave nothing
// behind.

import { writeZip } from './zip/write-zip.ts'

export interface HostileFile {
  readonly name: string
  readonly format: string
  readonly content: Uint8Array
  /** Expected error. */
  readonly reason: RegExp
}

const po = (entries: string, header = 'nplurals=3; plural=n==1 ? 0 : n>=2 && n<=4 ? 1 : 2;') =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: ${header}\\n"\n\n${entries}`

const plural = (forms: number): string =>
  `msgid "%d day"\nmsgid_plural "%d days"\n${Array.from({ length: forms }, (_, i) => `msgstr[${i}] "x${i}"\n`).join('')}`

/** Ten entities, each ten times the previous one: a billion laughs attack. */
const laughs = (root: string): string => {
  const lines = Array.from({ length: 10 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`)
  return `<?xml version="1.0"?>\n<!DOCTYPE ${root} [<!ENTITY l0 "ha">${lines.join('\n')}]>\n`
}

const xliff = (target: string): string =>
  `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" source-language="en" target-language="cs" datatype="plaintext"><body><trans-unit id="a"><source>Hello</source><target>${target}</target></trans-unit></body></file></xliff>`
const ts = (text: string): string =>
  `<TS version="2.1" language="cs"><context><name>a</name><message><source>Hello</source><translation>${text}</translation></message></context></TS>`

const yamlBomb = `cs:\n  a: &a [x, x, x, x, x, x, x, x, x, x]\n${Array.from(
  { length: 8 },
  (_, i) =>
    `  ${String.fromCharCode(98 + i)}: &${String.fromCharCode(98 + i)} [${`*${String.fromCharCode(97 + i)}, `.repeat(9)}*${String.fromCharCode(97 + i)}]\n`,
).join('')}`

const bytes = (...parts: (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

const file = (name: string, format: string, content: string | Buffer, reason: RegExp): HostileFile => ({
  name,
  format,
  content: Buffer.from(content),
  reason,
})

/** Sixty kilobytes that would unpack to sixty megabytes. */
const zip = writeZip(new Map([['xl/worksheets/sheet1.xml', Buffer.alloc(60 * 1024 * 1024)]]), new Date(0))

const NOT_UTF8 = [
  ...['po', 'xliff', 'ts', 'aresource', 'json', 'json-nested', 'ruby-yaml', 'csv', 'strings'],
  ...['yaml', 'toml', 'fluent', 'php', 'laravel', 'dtd', 'resx', 'xliff2', 'tbx', 'stringsdict', 'xcstrings'],
  ...['webextension', 'go-i18n-json', 'go-i18n-json-v2', 'go-i18n-toml', 'gotext', 'formatjs', 'nextcloud-json', 'wxl'],
]

export const HOSTILE: readonly HostileFile[] = [
  file('more plural forms than the header says', 'po', po(plural(5)), /5 plural forms.*3/),
  file('a rule with two hundred plural forms', 'po', po(plural(1), 'nplurals=200; plural=n;'), /200 plural forms.*10/),
  file('a laughing XLIFF', 'xliff', laughs('xliff') + xliff('&l10;'), /document type/i),
  file('a laughing Qt file', 'ts', laughs('TS') + ts('&l10;'), /document type/i),
  file(
    'an XLIFF that reads a file of the server',
    'xliff',
    `<!DOCTYPE xliff [<!ENTITY f SYSTEM "file:///etc/passwd">]>${xliff('&f;')}`,
    /document type/i,
  ),
  file('XML nested without end', 'aresource', `<resources>${'<a>'.repeat(100_000)}`, /nested deeper/),
  file('a zip bomb as PO', 'po', zip, /not valid UTF-8|more than \d+ bytes/),
  file('a zip bomb as YAML', 'ruby-yaml', zip, /not valid UTF-8|more than \d+ bytes/),
  file('YAML nested without end', 'ruby-yaml', `cs: ${'['.repeat(100_000)}`, /nested deeper/),
  file('JSON nested without end', 'json-nested', '{"a":'.repeat(100_000), /nested deeper/),
  file('a JSON list nested without end', 'json', '['.repeat(1_000_000), /nested deeper|object/),
  file('half a character in JSON', 'json', '{"hello":"x\\ud800y"}', /surrogate/),
  file('half a character in properties', 'properties', 'hello=x\\ud800y\n', /surrogate/),
  file('half a character in Apple strings', 'strings', '"hello" = "x\\Ud800y";\n', /surrogate/),
  file('a NUL written out in JSON', 'json', '{"hello":"x\\u0000y"}', /U\+0000/),
  file('a NUL written out in properties', 'properties', 'hello=x\\u0000y\n', /U\+0000/),
  file('a NUL written out in YAML', 'ruby-yaml', 'cs:\n  hello: "x\\0y"\n', /U\+0000/),
  file('a NUL in PO', 'po', po('msgid "Hello"\nmsgstr "x\0y"\n'), /U\+0000/),
  file('a NUL in CSV', 'csv', 'context,source,target\nhello,Hello,x\0y\n', /U\+0000/),
  file('a NUL in XLIFF', 'xliff', xliff('x\0y'), /not valid XML|disallowed|U\+0000/i),
  ...NOT_UTF8.map(format =>
    file(`bytes that are no UTF-8 as ${format}`, format, bytes('abc ', [0xc3, 0x28, 0xff, 0xff]), /not valid UTF-8/),
  ),
  file('a laughing XLIFF 2', 'xliff2', `${laughs('xliff')}<xliff version="2.0"/>`, /document type/i),
  file('a laughing RESX', 'resx', `${laughs('root')}<root/>`, /document type/i),
  file('PHP nested without end', 'php', `<?php return ${'['.repeat(100_000)}`, /nested deeper/),
  file('TOML nested without end', 'toml', `a = ${'['.repeat(100_000)}`, /nested deeper/),
  file('YAML nested without end, without a language', 'yaml', `a: ${'['.repeat(100_000)}`, /nested deeper/),
  file('a String Catalog nested without end', 'xcstrings', '{"strings":'.repeat(100_000), /nested deeper/),
  file('half a character in TOML', 'toml', 'a = "x\\ud800y"\n', /surrogate/),
  file('a PHP text that never ends', 'php', "<?php $a = 'x", /closing quote/),
  file('an entity that never ends', 'dtd', '<!ENTITY a "x', /no end/),
  file('a NUL in Fluent', 'fluent', 'hello = x\0y\n', /U\+0000/),
  file('a NUL in INI', 'ini', 'hello=x\0y\n', /U\+0000/),
  file('a PO that ends in the middle', 'po', po('msgid "Hello"\nmsgstr "Ah'), /line \d+/),
  file('an XLIFF that ends in the middle', 'xliff', xliff('Ahoj').slice(0, -20), /line \d+/),
]

/** Looks dangerous, but is never unpacked. */
export const HARMLESS: readonly HostileFile[] = [file('YAML whose aliases would explode', 'ruby-yaml', yamlBomb, /./)]
