// Enhances articles: table of contents, link and footnote previews, image viewer, category trees, sortable and
// scrolling tables, collapsible elements. Without it, links and pages work as plain HTML.
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
