import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replaceSection, sectionOf } from './sections.ts'

const page = 'Lead\n\n== A ==\na\n=== A1 ===\na1\n\n== B ==\nb {{x|\n== not a section ==\n}}\n== C ==\nc\n'
const section = (name: string) => sectionOf(page, name, ['nowiki', 'pre'])

test('returns a section with its subsections, without trailing blank lines', () => {
  assert.equal(section('0'), 'Lead')
  assert.equal(section('1'), '== A ==\na\n=== A1 ===\na1')
  assert.equal(section('2'), '=== A1 ===\na1')
})

test('numbers a heading inside a call, but starts no section there', () => {
  assert.equal(section('3'), '== B ==\nb {{x|\n== not a section ==\n}}')
  assert.equal(section('4'), null)
  assert.equal(section('5'), '== C ==\nc')
})

test('treats an invalid number as section 0, and a missing section as null', () => {
  assert.equal(section('abc'), 'Lead')
  assert.equal(section(''), 'Lead')
  assert.equal(section('2x'), '=== A1 ===\na1')
  assert.equal(section('99'), null)
  assert.equal(sectionOf('', '0', []), '')
  assert.equal(sectionOf('', '1', []), null)
})

test('counts only included sections for an including page', () => {
  const text = '<noinclude>\n== Hidden ==\n</noinclude>\n== Shown ==\nx'
  assert.equal(sectionOf(text, '1', []), '== Hidden ==\n</noinclude>')
  assert.equal(sectionOf(text, 'T-1', []), '== Shown ==\nx')
})

test('returns the source unchanged', () => {
  const text = '== H ==\n<!-- c --> {{{a|b=c|d}}} {{t|x=y|z}} <nowiki a="1">{{</nowiki> <nowiki/>'
  assert.equal(section('1') === null, false)
  assert.equal(sectionOf(text, '1', ['nowiki']), text)
})

test('handles nesting as deep as the text is long', () => {
  const deep = `== H ==\n${'{{a|'.repeat(100_000)}x${'}}'.repeat(100_000)}`
  assert.equal(sectionOf(deep, '1', []), deep)
})

test('replaces a section and keeps the rest', () => {
  const replaced = (name: string, text: string) => replaceSection(page, name, text, ['nowiki', 'pre'])
  const rest = '== B ==\nb {{x|\n== not a section ==\n}}\n== C ==\nc\n'
  assert.equal(replaced('1', '== N ==\nn\n\n\n'), `Lead\n\n== N ==\nn\n\n${rest}`)
  assert.equal(replaced('1', '  '), `Lead\n\n${rest}`)
  assert.equal(replaced('0', 'New lead'), `New lead\n\n${page.slice(6)}`)
  assert.equal(replaced('5', '== C ==\nd'), page.replace('== C ==\nc\n', '== C ==\nd\n\n'))
  assert.equal(replaced('4', 'x'), null)
  assert.equal(replaceSection('', '0', 'x', []), 'x\n\n')
})
