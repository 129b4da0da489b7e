// Pathological wikitext: each entry builds a text of about `n` characters by repetition.

export type TextMaker = (n: number) => string

const again =
  (unit: string): TextMaker =>
  n =>
    unit.repeat(Math.ceil(n / unit.length))

/** Repeats an opening and then as many closings. */
const nested =
  (open: string, close: string, middle = ''): TextMaker =>
  n => {
    const times = Math.ceil(n / (open.length + close.length))
    return open.repeat(times) + middle + close.repeat(times)
  }

/** A prefix followed by repetitions. */
const after =
  (before: string, unit: string, behind = ''): TextMaker =>
  n =>
    before + unit.repeat(Math.ceil(n / unit.length)) + behind

/** Repetitions with a counter, so no two are equal. */
const counted =
  (make: (number: number) => string): TextMaker =>
  n => {
    const pieces: string[] = []
    for (let length = 0; length < n; length += pieces.at(-1)!.length) pieces.push(make(pieces.length))
    return pieces.join('')
  }

const units = [
  // Preprocessor brackets.
  ...[
    '{{',
    '{{{',
    '{{{{{',
    '[[',
    '[[[',
    '-{',
    '}}',
    '}}}',
    ']]',
    '}-',
    '{{a|',
    '{{a|b=',
    '{{{1|',
    '{{#if:',
    '{{#tag:ref|',
  ],
  ...[
    '{{a}}',
    '{{{1|}}}',
    '{{{1}}}',
    '|',
    '=',
    '\n=',
    '\n==',
    '==\n',
    '\n=a=',
    '\n== a ==\n',
    '{{#switch:',
    '{{#expr:(',
  ],
  // Tags and comments.
  ...[
    '<!--',
    '-->',
    '<!-- -->',
    '\n<!-- -->',
    '<!-- -->\n',
    '<nowiki',
    '<nowiki>',
    '<nowiki ',
    '<nowiki/>',
    '<ref>',
    '<ref/>',
  ],
  ...[
    '<ref>a</ref>',
    '<ref>a [[b]]</ref>',
    '<ref name=a />',
    '<references/>',
    '<ref>a</ref><references/>',
    '<pre>',
    '<pre></pre>',
  ],
  ...['<noinclude>', '<includeonly>', '<onlyinclude>', '</onlyinclude>', '<gallery>', '<gallery>\nFile:a|'],
  ...[
    '<gallery>File:A.png</gallery>',
    '<indicator name=a>',
    '<',
    '>',
    '<b',
    '<b ',
    '<b>',
    '</b>',
    '<b>a</b>',
    '<b><i></b></i>',
  ],
  ...[
    '<b a="',
    '<b a=b ',
    '<b style="/*',
    '<b style="\\',
    '<a',
    '<a b="',
    '<i><p>',
    '<u><table>',
    '<b>x<div>',
    '<font color=a>',
  ],
  ...[
    '<span>',
    '<div>',
    '<p>',
    '<table>',
    '<tr>',
    '<td>',
    '<li>',
    '<h2>',
    '<blockquote>',
    '<table><b>',
    '<nowiki>a</nowiki>',
  ],
  // Links, files, URLs.
  ...[
    '[[a|',
    '[[a]]',
    '[[a|b]]',
    '[[a%41',
    '[[../',
    '[[../../a]]',
    '[[:a',
    '[[Category:a|',
    '[[Category:a]]\n',
    '[[File:a|',
  ],
  ...['[[File:a.png|', '[[File:a.png]]', '[[File:a.png|thumb|b]]', '[[File:a.png|thumb|[[b]]]]', '[[File:a|[[b]]'],
  ...[
    '[[File:a.png|thumb|',
    '[http://a ',
    '[http://a b]',
    '[http://a]',
    '[',
    ']',
    'http:',
    'http://a',
    'http://a.example/ ',
  ],
  ...[
    'http://a.example/.,;:!?)',
    '//a ',
    'ISBN 1',
    'RFC 1 ',
    'PMID 1 ',
    '[[a]]b',
    'a:',
    '/* a */',
    '[[:en:a]]',
    '[[en:a]]',
  ],
  // Quotes, lists, tables, paragraphs, characters.
  ...[
    "'",
    "''",
    "'''",
    "'''''",
    "''a",
    "'''a''",
    '*',
    '\n*',
    '\n*#',
    '#:',
    '\n;a:b',
    ';',
    ':',
    '\n:',
    '\n*\n#',
    '{|\n',
    '|-\n',
  ],
  ...[
    '{|\n|a\n',
    '{|\n|a\n|}\n',
    '\n|',
    '\n|-',
    '||',
    '\n!',
    '!!',
    '\n|}',
    '\n|+',
    '\n:{|\n',
    '\n',
    '\n\n',
    ' ',
    '\n ',
    '\n----',
  ],
  ...['&', '&amp;', '&#', '&#65;', '__', '__TOC__', '__NOTOC__', '~', '~~~~', '\u007f', 'attr(', 'a', 'я', '\u{1f600}'],
]

/** Texts whose HTML is larger than the source, up to a limit: formatting is repeated in every block. */
export const multiplied: ReadonlySet<string> = new Set([
  'formatting divided by blocks',
  'different formatting divided by blocks',
])

/** All texts, by description. */
export const hostileTexts: Readonly<Record<string, TextMaker>> = {
  ...Object.fromEntries(units.map(unit => [`${JSON.stringify(unit)} again and again`, again(unit)])),

  'calls in calls': nested('{{', '}}'),
  'arguments in arguments': nested('{{{', '}}}'),
  'arguments in calls in arguments': nested('{{{{{', '}}}}}'),
  'calls and arguments closed unevenly': nested('{{{{', '}}}'),
  'calls closed with spaces': nested('{{ ', '}} '),
  'parts of calls in parts': nested('{{a|', '}}'),
  'names of parts in names': nested('{{a|b{{c|', '=d}}}}'),
  'defaults in defaults': nested('{{{1|', '}}}'),
  'conditions in conditions': nested('{{#if:x|', '}}'),
  'conditions in what they ask': nested('{{#if:', '|y}}'),
  'choices in choices': nested('{{#switch:a|', '=b}}'),
  'tags made by functions': nested('{{#tag:ref|', '}}'),
  'footnotes in footnotes': nested('<ref>', '</ref>'),
  'letters in lower case': nested('{{lc:', '}}', 'A'),
  'links in links': nested('[[', ']]'),
  'labels in labels': nested('[[a|', ']]'),
  'captions in captions': nested('[[File:a.png|thumb|', ']]'),
  'language markup in itself': nested('-{', '}-'),
  'everything in everything': nested('{{a|[[b|-{c|{{{d|', '}}}}-]]}}'),
  'headings in calls': nested('{{a|\n==', '==\n}}'),
  'tables in tables': nested('{|\n|\n', '\n|}'),
  'elements in elements': nested('<div>', '</div>'),
  'formatting in formatting': nested('<b>', '</b>'),
  'comments in calls': nested('{{<!--', '-->}}'),
  'sums in sums': n => `{{#expr:${nested('(', ')', '1')(n)}}}`,
  'a long sum': n => `{{#expr:1${again('+1')(n)}}}`,
  'a chain of signs': n => `{{#expr:${again('-')(n)}1}}`,
  'a call with many parts': n => `{{a${again('|b')(n)}}}`,
  'a call with many names': n => `{{a${counted(i => `|b${i}=c`)(n)}}}`,
  'a choice among many': n => `{{#switch:z${counted(i => `|b${i}=c`)(n)}}}`,
  'a choice that falls through': n => `{{#switch:a|a${again('|b')(n)}=c}}`,
  'many small choices': again('{{#switch:a|b|c|a=d}}'),
  'times of all kinds': again('{{#time:Y-m-d|now}}'),
  'a long format of time': n => `{{#time:${again('Y')(n)}}}`,
  'long padding': again('{{padleft:a|500|b}}'),
  'calls of all kinds': again('{{lc:A}}{{PAGENAME}}{{ns:1}}{{#if:a|b}}'),
  'an open call behind many parts': after('{{a', '|b=c'),
  'a heading that never ends': after('==', ' a '),
  'blank lines after a heading': after('== a ==', '\n \n', 'x'),
  'punctuation after an address': after('http://a.example/', '.,;:!?)'),
  'a tag that never ends': after('<b', 'x'),
  'an attribute that never ends': after('<b title="', 'a '),
  'a style that never ends': after('<b style="', 'a:b;'),
  'a comment that never ends': after('<!--', ' a'),
  'a long list of links': counted(i => `[[a${i}]]\n`),
  'a long list of red links with labels': counted(i => `* [[a${i}|b]]\n`),
  'a long list of categories': counted(i => `[[Category:a${i}]]\n`),
  'a long list of templates': counted(i => `{{a${i}}}\n`),
  'a long list of files': counted(i => `[[File:a${i}.png]]\n`),
  'a long list of addresses': counted(i => `http://a.example/${i}\n`),
  'a long list of languages': counted(i => `[[en:a${i}]]`),
  'text between categories': again('x[[Category:a]]'),
  'text between languages': again('x[[en:a]]'),
  'lines after a footnote': n => `<ref>a${again('\n')(n)}b</ref>`,
  'many headings': counted(i => `== a${i} ==\n`),
  'many headings of one name': again('== a ==\n'),
  'headings deeper and deeper': again('= a =\n== a ==\n=== a ===\n==== a ====\n'),
  'many named footnotes': counted(i => `<ref name=a${i}>b</ref>`),
  'one footnote used often': n => `<ref name=a>b</ref>${again('<ref name=a />')(n)}`,
  'many lists of footnotes': again('<ref>a</ref>\n<references/>\n'),
  'many groups of footnotes': counted(i => `<ref group=g${i}>b</ref>`),
  'a gallery with many lines': n => `<gallery>\n${again('File:a.png|b\n')(n)}</gallery>`,
  'many cells': n => `{|\n${again('|a||b\n')(n)}|}`,
  'many rows': n => `{|\n${again('|-\n|a\n')(n)}|}`,
  'lists deeper and deeper': n =>
    Array.from({ length: Math.ceil(Math.sqrt(2 * n)) }, (_, i) => '*'.repeat(i)).join('\n'),
  'lists that change their kind': again('*#*#*\n#*#*#\n'),
  'formatting around paragraphs': n => '<b>'.repeat(n / 12) + '<p>x'.repeat(n / 8),
  'different formatting around paragraphs': n => counted(i => `<font color=${i}>`)(n / 2) + '<p>x'.repeat(n / 8),
  'formatting divided by blocks': n => '<b>'.repeat(n / 6) + '<div></div>x'.repeat(n / 24),
  'elements put out of tables': n => '<table><b>'.repeat(n / 20) + 'x<div>y</div>'.repeat(n / 26),
  'different formatting divided by blocks': n =>
    counted(i => `<font color=${i}>`)(n / 2) + '<div></div>x'.repeat(n / 24),
  'paragraphs in many blocks': n => '<div>'.repeat(n / 10) + '<p>'.repeat(n / 6),
  'lists of one kind behind another': n => '*'.repeat(n / 2) + '\n#'.repeat(n / 4),
  'terms without definitions': n => `${';'.repeat(n / 4)}${'<b>'.repeat(n / 4)}:`,
  'ends without beginnings': n => '<span>'.repeat(n / 12) + '</b>'.repeat(n / 8),
}
