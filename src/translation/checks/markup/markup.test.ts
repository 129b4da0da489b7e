// A table for each check of BBCode, addresses, HTML, MDX, AsciiDoc and reStructuredText.

import { describeCheck } from '../testing.ts'
import { asciidocMarkup } from './asciidoc.ts'
import { bbcode } from './bbcode.ts'
import { rstReferences } from './rst.ts'
import { rstSyntax } from './rst-syntax.ts'
import { safeHtml, safeMdx } from './safe-markup.ts'
import { url } from './url.ts'

describeCheck(bbcode, ({ passes, fails }) => {
  passes('[b]Open[/b]', '[b]Otevřít[/b]')
  fails('[b]Open[/b]', 'Otevřít')
  fails('[b]Open[/b]', '[i]Otevřít[/i]')
  fails('[b]Open[/b]', '[b]Otevřít[b]')
  fails('[b][i]x[/i][/b]', '[b]x[/b]')
  passes('[url=https://x]a[/url]', '[url=https://y]b[/url]')
  fails('[url=https://x]a[/url]', 'b')
  passes('Array[0]', 'Pole')
  passes('[b]Open[/b]', 'Otevřít', { flags: 'ignore-bbcode' })
})

describeCheck(url, ({ passes, fails }) => {
  const good = [
    'https://example.org/',
    'http://example.org:8080/a?b=c#d',
    'ftp://user:pw@example.org/x',
    'https://localhost',
    'https://127.0.0.1/',
    'https://[::1]:80/',
    'https://příklad.cz/cesta',
    'https://xn--pklad-2va5d.cz',
    'HTTPS://EXAMPLE.ORG',
  ]
  for (const address of good) passes('https://example.com', address)
  const bad = [
    'example.org',
    'mailto:me@example.org',
    'javascript:alert(1)',
    'https://',
    'https://example',
    'https://-bad.org',
    'https://example.org:port/',
    'https://example.org/with space',
    'https://256.256.256.256',
    'https://[zz]/',
    'text',
    '',
    `https://example.org/${'a'.repeat(3000)}`,
  ]
  for (const address of bad) fails('https://example.com', address)
  passes('https://example.com', 'nic', { flags: 'ignore-url' })
})

describeCheck(safeHtml, ({ passes, fails }) => {
  passes('<b>Open</b>', '<b>Otevřít</b>')
  fails('<b>Open</b>', '<b>Otevřít</b><script>alert(1)</script>')
  fails('<b>Open</b>', '<i>Otevřít</i>')
  fails('<b>Open</b>', '<b onclick="x()">Otevřít</b>')
  fails('<b>Open</b>', '<b>Otevřít')
  fails('<b>Open</b>', 'Otevřít</b>')
  fails('Open', 'Otevřít <b>vše</b>')
  passes('<a href="https://example.org">x</a>', '<a href="https://example.cz">y</a>')
  fails('<a href="https://example.org">x</a>', '<a href="javascript:x()">y</a>')
  fails('<a href="https://example.org">x</a>', '<a href="java\tscript:x()">y</a>')
  passes('<a href="#">x</a>', '<a href="/cs" title="Zpět">y</a>')
  fails('<a href="#">x</a>', "<a href='#'>y</a>")
  passes('a<br>b', 'c<br>d')
  fails('a<br>b', 'c<br/>d')
  passes('Tom &amp; Jerry', 'Tom &amp; Jerry')
  fails('Tom &amp; Jerry', 'Tom & Jerry')
  fails('x', '<!-- comment -->')
  fails('<p>x</p>', '<p>a<p>b</p></p>')
  passes('<p>x</p>', '<p>a</p><p>b\u00A0c</p>')
  passes('[x](https://example.org) <https://a.b>', '[y](https://example.org?a&b)', { flags: 'md-text, ignore-md-link' })
  passes('a<br />b', 'c<br />d', { flags: 'safe-mdx' })
  passes('<b>Open</b>', '<i>Otevřít</i>', { flags: 'ignore-safe-html' })
  // Addresses that are placeholders.
  fails('<a href="%(url)s">x</a>', '<a href="„%(url)s“">y</a>')
  fails('<a href="%1$s">x</a>', '<a href="&quot;%1$s&quot;">y</a>')
  passes('<a href="%a%">x</a> <a href="%b%">y</a>', '<a href="%b%">y</a> <a href="%a%">x</a>')
  passes('<a href="/en/%s">x</a>', '<a href="/cs/%s">y</a>')
})

describeCheck({ ...safeHtml, flags: ['auto-safe-html'] }, ({ passes, fails }) => {
  fails('Plain text', '<script>alert(1)</script>')
  fails('<b>Open</b>', '<i>Otevřít</i>')
  fails('<my-tag>x</my-tag>', '<b>x</b>')
  passes('<Component prop={x}>y</Component>', '<b>z</b>')
  passes('if a <b then', '<i>z</i>')
  passes('<name>', '<i>z</i>')
})

describeCheck(safeMdx, ({ passes, fails }) => {
  passes('Hello {name}', 'Ahoj {name}')
  fails('Hello {name}', 'Ahoj {jmeno}')
  fails('Hello', 'Ahoj {alert(1)}')
  passes('{a} {b}', '{b} {a}')
  passes('Use `{x}`', 'Použijte `{y}`')
  passes('\\{x}', 'nic')
  fails("{f('}')}", "{f('{')}")
  passes("{f('}')} x", "x {f('}')}")
  fails('{`a$' + '{b}`}', '{`a$' + '{c}`}')
  passes('{/* } */ x}', '{/* } */ x}')
  passes('{a.map(b => /[}]/.test(b))}', '{a.map(b => /[}]/.test(b))}')
  passes('{ unclosed {x}', '{x}')
  // Expressions stay in their element or attribute.
  fails('<a title={x > y} href={url}>', '<a title={x > y}>{url}</a>')
  fails('<_Box>{x}</_Box>', '{x}')
  fails('<p><p></p>{x}</p>', '<p><p></p></p>{x}')
  passes('<p><p></p>{x}</p>', '<p>{x} <p></p></p>')
  passes('a<br>{x} <Icon size={2} />{y}', '<Icon size={2} />{y}<br>{x}')
  passes('\\<b>{x}', '{x}')
})

describeCheck(asciidocMarkup, ({ passes, fails }) => {
  passes('See link:https://example.org[the site]', 'Viz link:https://example.org[stránky]')
  fails('See link:https://example.org[the site]', 'Viz link:https://example.cz[stránky]')
  fails('image::a.png[Alt]', 'image::b.png[Popis]')
  fails('pass:[<b>]', 'pass:[<i>]')
  passes('<<id,text>>', '<<id,popis>>')
  fails('<<id,text>>', '<<jine,popis>>')
  fails('[[anchor]]x', 'x')
  fails('+++<u>+++', '+++<i>+++')
  fails('`+a+`', '`+b+`')
  fails('++a++', '++b++')
  fails('$$a$$', 'a')
  passes('\\<<id>>', 'nic')
  passes('kbd:[Ctrl\\]] x', 'x kbd:[Ctrl+\\]]')
  passes('list[0]', 'seznam')
})

describeCheck(rstReferences, ({ passes, fails }) => {
  passes('See :ref:`help <topic>`', 'Viz :ref:`nápověda <topic>`')
  fails('See :ref:`help <topic>`', 'Viz :ref:`nápověda <tema>`')
  fails('See :ref:`topic`', 'Viz :doc:`topic`')
  fails('See :ref:`topic`', 'Viz topic')
  passes('Click :guilabel:`Open`', 'Klepněte na :guilabel:`Otevřít`')
  fails('Click :guilabel:`Open`', 'Klepněte na `Otevřít`')
  passes('`Site <https://example.org>`_', '`Stránka <https://example.cz>`_')
  fails('`Site <https://example.org>`_', 'Stránka')
  fails('``code``', 'kód')
  fails('**strong**', '*strong*')
  passes('*a* and **b**', '**b** a *a*')
  fails('|version|', 'verze')
  fails('Text [1]_', 'Text')
  passes('See name_ here', 'Viz jmeno_ zde')
  passes('2 * 3 * 4', '24')
  passes('See https://example.org/a.', 'Viz `stránka <https://example.cz>`_')
  passes('Write to (me@example.org), please', 'Napište na vy@example.cz')
  passes('See https://example.org', 'https://example.org에서')
  passes(':file:`a.py`', ':FILE:`b.py`')
  passes('See HTTPS://EXAMPLE.ORG', 'Viz https://example.org')
  fails('See https://example.org/a.', 'Viz stránku')
  fails('Write to me@example.org', 'Napište mi')
  passes('Note: x:y, a/b', 'nic')
  passes('file_name and a_b', 'nic')
  passes('text `role`:code: x', 'x `role`:code:')
  fails('`Site <https://example.org>`_', '`Stránka<https://example.org>`_')
  fails('`Site <https://example.org>`_', '`Stránka <https://example.org >`_')
  fails('See :ref:`topic`', '参见:ref:`topic`')
  passes('See :ref:`topic`', '参见 :ref:`topic`')
  passes('``code``', 'kód', { flags: 'ignore-rst-references' })
})

describeCheck(rstSyntax, ({ passes, fails }) => {
  passes('*a*', '*b*')
  fails('*a*', '*b')
  fails('**a**', '**b*')
  fails('``a``', '``b`')
  fails('`a`_', '`b_')
  fails('`a <b>`_', '`a <b>``_')
  fails(':ref:`a`', ':fer:`a`')
  passes(':ref:`a`', ':ref:`a` :code:`b`')
  fails(':ref:`a`', '` :ref:`a` `')
  fails('Open', '- Otevřít')
  passes('- Open', '- Otevřít')
  passes('5 * 3', '5 * 3')
})
