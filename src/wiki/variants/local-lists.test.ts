import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listWithSubpages } from './local-lists.ts'

const list = (texts: Record<string, string>) =>
  Object.fromEntries(listWithSubpages(new Map(Object.entries(texts)), 'Медиавики', 'zh-tw'))

test('reads pairs in blocks', () => {
  const text = `甲 => 乙;
-{
* '甲' => "丙";
# 丁 =>戊 // comment ;
己=>;
no pair; a=>b=>c; => x
}-
庚 => 辛;
-{壬=>癸}-`
  assert.deepEqual(list({ 'zh-tw': text }), { 甲: '丙', 丁: '戊', 己: '', 壬: '癸' })
})

test('continues on subpages, which win', () => {
  const texts = {
    'zh-tw':
      '-{甲=>1; 乙=>1}- [[MediaWiki:Conversiontable/zh-tw/One two|label]] [[Медиавики:Conversiontable/zh-tw/Three]]',
    'zh-tw/One_two': '-{甲=>2; 丙=>2}- [[MediaWiki:Conversiontable/zh-tw]]',
    'zh-tw/Three': '-{丙=>3}- [[MediaWiki:Conversiontable/zh-hk/Four]]',
    'zh-hk/Four': '-{丙=>4}-',
    'zh-tw/Unlinked': '-{甲=>5}-',
  }
  assert.deepEqual(list(texts), { 甲: '2', 乙: '1', 丙: '3' })
})

test('ends for hostile lists', () => {
  for (const part of ['-{', '}-', '=>', ';', ' ', '[[', '-{a=>b;', '[[MediaWiki:Conversiontable/zh-tw/'])
    assert.ok(list({ 'zh-tw': `-{${part.repeat(20_000)}` }))
})
