// Markdown and MDX documents. Headings, paragraphs, list items and table cells are strings, with their inline mark-up.
// Code, HTML blocks, front matter and, in MDX, imports, exports and components stay as they are.

import { documentFormat } from '../document/document-format.ts'
import { decodeDocument, textDocument } from '../document/text-document.ts'
import type { FileFormat } from '../format.ts'
import { MarkdownReader } from './reader.ts'

const markdownFormat = (
  id: string,
  name: string,
  extensions: readonly string[],
  flags: readonly string[],
): FileFormat =>
  documentFormat({
    id,
    name,
    extensions,
    flags,
    scan: (bytes, options) =>
      textDocument(decodeDocument(bytes, options), options, (text, add) =>
        new MarkdownReader(text, add, id === 'mdx').read(),
      ),
  })

export const markdown = markdownFormat('markdown', 'Markdown file', ['md', 'markdown'], ['md-text'])
export const mdx = markdownFormat('mdx', 'MDX file', ['mdx'], ['md-text', 'safe-mdx'])
