import { describeCheck } from '../testing.ts'
import { checkGlossary, prohibitedInitialCharacter } from './glossary.ts'

describeCheck(checkGlossary, ({ passes, fails }) => {
  const terms = [{ source: 'file', target: 'soubor' }]
  passes('Open the file', 'Otevřít soubor', { terms })
  passes('Open the File', 'Otevřít SOUBOR', { terms })
  fails('Open the file', 'Otevřít složku', { terms })
  fails('Open the file', 'Otevřít soubory', { terms })
  passes('Open the profile', 'Otevřít profil', { terms })
  passes('Open', 'Otevřít', { terms })
  passes('Open the file', 'Otevřít složku')
  const both = [...terms, { source: 'file', target: 'spis' }]
  passes('Open the file', 'Otevřít spis', { terms: both })
  const forbidden = [{ source: 'file', target: 'fajl', forbidden: true }]
  fails('Open the file', 'Otevřít fajl', { terms: forbidden })
  passes('Open the file', 'Otevřít soubor', { terms: forbidden })
  const readOnly = [{ source: 'Parlance', target: '', readOnly: true }]
  passes('Start Parlance', 'Spustit Parlance', { terms: readOnly })
  fails('Start Parlance', 'Spustit Mluvu', { terms: readOnly })
  passes('Open the file', 'ファイルを開く', { language: 'ja', terms: [{ source: 'file', target: 'ファイル' }] })
  passes('Otevřít soubor', 'Open the file', {
    sourceLanguage: 'cs',
    language: 'en',
    terms: [{ source: 'soubor', target: 'file' }],
  })
  passes('Open the file', 'Otevřít složku', { terms, flags: 'ignore-check-glossary' })
})

describeCheck(prohibitedInitialCharacter, ({ passes, fails }) => {
  const context = { isGlossary: true }
  for (const start of ['=', '+', '-', '@', '|', '%', ' ', '\u00A0']) fails('sum', `${start}součet`, { context })
  fails('=sum', 'součet', { context })
  fails('=sum', 'součet', { context, state: 100 })
  passes('sum', 'součet', { context })
  passes('sum', '=součet')
  passes('sum', '=součet', { context, state: 0 })
  passes('sum', '=součet', { context, flags: 'ignore-prohibited-initial-character' })
})
