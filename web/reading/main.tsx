// What an article can do besides being read: its contents follow, footnotes and links show what is behind them, pictures open,
// categories unfold. Without it every link leads where it leads.
import './reading.css'
import { followContents } from './contents.ts'
import { preview } from './previews.ts'
import { growTrees } from './trees.ts'
import { openPictures } from './viewer.ts'

const text = document.querySelector<HTMLElement>('.wiki-text')
if (text) {
  preview(text)
  followContents()
}
openPictures()
growTrees()
