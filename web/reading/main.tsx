// What an article can do besides being read: its contents follow, footnotes and links show what is behind them, pictures open,
// categories unfold, tables sort and scroll, parts fold away. Without it every link leads where it leads.
import './reading.css'
import { makeCollapsible } from './collapsible.ts'
import { followContents } from './contents.ts'
import { preview } from './previews.ts'
import { confirmSaved } from './saved.ts'
import { scrollWideTables, sortTables } from './tables.ts'
import { growTrees } from './trees.ts'
import { openPictures } from './viewer.ts'

const text = document.querySelector<HTMLElement>('.wiki-text')
if (text) {
  makeCollapsible(text)
  sortTables(text)
  scrollWideTables(text)
  preview(text)
  followContents()
}
confirmSaved()
openPictures()
growTrees()
