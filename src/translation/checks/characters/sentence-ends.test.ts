// A table for each check of what a sentence ends with.

import { describeCheck } from '../testing.ts'
import { endColon } from './end-colon.ts'
import { endEllipsis } from './end-ellipsis.ts'
import { endExclamation } from './end-exclamation.ts'
import { endInterrobang } from './end-interrobang.ts'
import { endQuestion } from './end-question.ts'
import { endSemicolon } from './end-semicolon.ts'
import { endStop } from './end-stop.ts'

describeCheck(endStop, ({ passes, fails }) => {
  fails('The file is open.', 'Soubor je otevřen')
  fails('The file is open', 'Soubor je otevřen.')
  passes('The file is open.', 'Soubor je otevřen.')
  passes('The file is open.', '')
  passes('Tel.', 'Telefon')
  passes('Loading...', 'Načítání…')
  passes('The file is open.', 'ファイルが開いています。', { language: 'ja' })
  passes('The file is open.', 'فائل کھلی ہے۔', { language: 'ur' })
  passes('The file is open.', 'ஃபைல்', { language: 'th' })
  passes('Open these files:', '次のファイルを開く。', { language: 'ja' })
  fails('Open these files:', '次のファイルを開く', { language: 'ja' })
  passes('The file is open.', 'फ़ाइल खुली है|', { language: 'hi' })
  passes('The file is open.', 'ফাইল খোলা৷', { language: 'bn' })
  fails('The file is open.', 'ফাইল খোলা', { language: 'bn_BD' })
  passes('The file is open.', 'ᱨᱮᱫ᱾', { language: 'sat' })
  passes('The file is open.', 'ဖိုင်။', { language: 'my' })
  passes('Is it open?', 'ဖိုင်\u1038\u104B', { language: 'my' })
  passes('Is it open?', 'Բաց է՞:', { language: 'hy' })
  passes('The file is open.', 'Soubor je otevřen', { flags: 'ignore-end-stop' })
  passes('The file is open.', 'Soubor je otevřen', { state: 0 })
  passes('The file is open.', 'Soubor je otevřen', { state: 100 })
  fails('The file is open.', 'Soubor je otevřen', { state: 10 })
  fails(['One file is open.', '%d files are open.'], ['Jeden soubor.', '%d soubory.', '%d souborů'])
})

describeCheck(endColon, ({ passes, fails }) => {
  fails('Name:', 'Jméno')
  fails('Name', 'Jméno:')
  passes('Name:', 'Jméno:')
  passes('Name:', '名前：', { language: 'ja' })
  passes('Name:', '名称。', { language: 'zh_Hans' })
  passes('Name', '名前：', { language: 'ja' })
  passes('Name:', 'ឈ្មោះ៖', { language: 'km' })
  passes('Name:', 'Անունը՝', { language: 'hy' })
  fails('Name:', 'Անունը', { language: 'hy' })
  passes('Name:', 'ชื่อ', { language: 'th' })
  passes('Name:', 'cmene', { language: 'jbo' })
})

describeCheck(endQuestion, ({ passes, fails }) => {
  fails('Really?', 'Opravdu')
  fails('Really', 'Opravdu?')
  passes('Really?', 'Opravdu?')
  passes('Really?', 'حقا؟', { language: 'ar' })
  passes('Really?', 'Αλήθεια;', { language: 'el' })
  passes('Really?', 'Αλήθεια\u037E', { language: 'el' })
  fails('Really?', 'Αλήθεια', { language: 'el' })
  passes('Really?', 'Իսկապե՞ս։', { language: 'hy' })
  passes('Really?', 'တကယ်လား\u1038\u104B', { language: 'my' })
  fails('Really?', 'တကယ်လား', { language: 'my' })
  passes('Really?!', 'Opravdu')
  passes('Really?', '本当？', { language: 'ja' })
  passes('Really?', '')
})

describeCheck(endExclamation, ({ passes, fails }) => {
  fails('Stop!', 'Stůj')
  fails('Stop', 'Stůj!')
  passes('Stop!', 'Stůj!')
  passes('Stop!', '止まれ！', { language: 'ja' })
  passes('Stop!', 'Կանգ առ', { language: 'hy' })
  passes('Stop it!', '¡Gelditu! hori', { language: 'eu' })
  fails('Stop it!', 'Gelditu', { language: 'eu' })
  passes('Made with Texy!', 'Vytvořeno v Texy')
  passes('Stop?!', 'Stůj!')
  passes('Stop!', 'ရပ်႟', { language: 'my' })
})

describeCheck(endInterrobang, ({ passes, fails }) => {
  fails('What?!', 'Co?')
  fails('What', 'Co!?')
  passes('What?!', 'Co!?')
  passes('What?!', '何？！', { language: 'ja' })
  passes('What?!', 'ماذا؟!', { language: 'ar' })
  passes('What⁉', 'Co⁈')
  passes('What?!', '')
})

describeCheck(endEllipsis, ({ passes, fails }) => {
  fails('Wait…', 'Čekejte')
  fails('Wait…', 'Čekejte...')
  passes('Wait…', 'Čekejte…')
  passes('Wait...', 'Čekejte…')
  passes('Wait...', 'Čekejte...')
  passes('Wait…', 'รอ', { language: 'th' })
})

describeCheck(endSemicolon, ({ passes, fails }) => {
  fails('First;', 'První')
  fails('First', 'První;')
  passes('First;', 'První;')
  passes('Tom &amp;', 'Tom a')
  passes('Tom &#38;', 'Tom a')
  passes('Really?', 'Αλήθεια;', { language: 'el' })
  fails('Really.', 'Αλήθεια;', { language: 'el' })
})
