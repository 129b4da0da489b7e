import { describeCheck } from '../testing.ts'
import { xmlCharsAroundTags } from './xml-chars-around-tags.ts'
import { xmlInvalid, xmlTags } from './xml-content.ts'

describeCheck(xmlInvalid, ({ passes, fails }) => {
  fails('<b>Open</b>', '<b>Otevřít')
  fails('<b>Open</b>', '<b>Otevřít</i>')
  fails('Press <key/>', 'Stiskněte <key')
  passes('<b>Open</b>', '<b>Otevřít</b>')
  passes('Tom &amp; <b>Jerry</b>', 'Tom &nbsp; <b>Jerry</b>')
  passes('a < b', 'a << b')
  passes('<b>Open', '<b>Otevřít</i>')
  passes('<?xml version="1.0"?><a>x</a>', '<?xml version="1.0"?><a>y</a>')
  fails('<?xml version="1.0"?><a>x</a>', '<?xml version="1.0"?><a>y</a><b/>')
  passes('<a><![CDATA[x]]></a>', '<a><![CDATA[y]]></a>')
  fails('Open', '<b>Otevřít', { flags: 'xml-text' })
  passes('Open', '<b>Otevřít')
  passes('<b>Open</b>', '<b>Otevřít', { flags: 'safe-html, ignore-safe-html' })
  passes('<b>Open</b>', '<b>Otevřít', { flags: 'ignore-xml-invalid' })
  fails(['<b>%d</b> file', '<b>%d</b> files'], ['<b>%d</b> soubor', '<b>%d</b> soubory', '<b>%d<b> souborů'])
})

describeCheck(xmlTags, ({ passes, fails }) => {
  fails('<b>Open</b>', '<i>Otevřít</i>')
  fails('<b>Open</b>', 'Otevřít')
  fails('Press <key/> <b>x</b>', 'Stiskněte <b>x</b>')
  fails('<a href="x">Open</a>', '<a>Otevřít</a>')
  fails('<b>a</b><i>b</i>', '<i>a</i><b>b</b>')
  fails('<b>a</b><!-- x -->', '<b>a</b>')
  passes('<b>Open</b>', '<b>Otevřít</b>')
  passes('<a href="x">Open</a>', '<a href="y">Otevřít</a>')
  passes('<b>Open</b>', '<b>Otevřít')
  passes('<b>Open</b>', 'Otevřít', { flags: 'ignore-xml-tags' })
})

describeCheck(xmlCharsAroundTags, ({ passes, fails }) => {
  fails('the <b>big</b> file', 'ten<b>velký</b> soubor')
  fails('the <b>big</b> file', 'ten <b> velký</b> soubor')
  fails('<b>Open</b> it', '<b>Otevři</b>to')
  passes('the <b>big</b> file', 'ten <b>velký</b> soubor')
  passes('the <b>big</b> file', 'ten<b>velký</b> <i>soubor</i>')
  passes('<b>Open</b>', '<b>Otevřít</b> ')
  passes('the <b>big</b> file', '<b>大きい</b>ファイル', { language: 'ja' })
  passes('the <b>big</b> file', '<b>큰</b>파일', { language: 'ko' })
  passes('a <b>b</b> and c', 'ا <b>ب</b>و ج', { language: 'ar' })
  passes('the <b>big</b> file', '<b>हिन्दी</b> फ़ाइल', { language: 'hi' })
})
