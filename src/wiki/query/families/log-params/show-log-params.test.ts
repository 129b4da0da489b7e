import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TAG } from '../../../api/result/shape.ts'
import { readLogParams } from '../../../content/log-display/read-params.ts'
import { showLogParams } from './show-log-params.ts'
import type { LogNames } from './show-value.ts'

const names: LogNames = {
  titleOf: text => ({ ns: text.startsWith('Talk:') ? 1 : 0, title: text }),
  userOf: text => text.charAt(0).toUpperCase() + text.slice(1),
  message: (key, inContentLanguage) => `${key} in ${inContentLanguage ? 'content' : 'own'} language`,
}

const AT = Date.UTC(2010, 0, 31, 12) / 1000

const show = (kind: string, stored: string): unknown => {
  const [type, action] = kind.split('/') as [string, string]
  // Round trip through JSON to drop the symbols.
  return JSON.parse(
    JSON.stringify(showLogParams({ type, action, timestamp: AT, params: readLogParams(stored) }, names)),
  )
}

describe('log parameters', () => {
  test('moves in all historical formats', () => {
    const expected = { target_ns: 1, target_title: 'Talk:New', suppressredirect: true }
    assert.deepEqual(show('move/move', 'Talk:New\n1'), expected)
    assert.deepEqual(show('move/move', 'a:2:{s:9:"4::target";s:8:"Talk:New";s:10:"5::noredir";s:1:"1";}'), expected)
    assert.deepEqual(show('move/move_suppress_redir', 'a:1:{s:9:"4::target";s:8:"Talk:New";}'), expected)
    assert.deepEqual(show('move/move_redir', 'Talk:New'), { ...expected, suppressredirect: false })
  })

  test('blocks with parsed durations', () => {
    assert.deepEqual(show('block/block', ''), { duration: 'infinity', flags: [] })
    assert.deepEqual(show('block/block', 'infinite\nanononly,nocreate'), {
      duration: 'infinity',
      flags: ['anononly', 'nocreate'],
    })
    assert.deepEqual(show('block/reblock', '3 days\nnocreate'), {
      duration: '3 days',
      flags: ['nocreate'],
      expiry: '2010-02-03T12:00:00Z',
    })
    assert.deepEqual(show('suppress/block', '2011-05-06T07:08:09Z'), {
      duration: '2011-05-06T07:08:09Z',
      flags: [],
      expiry: '2011-05-06T07:08:09Z',
    })
    assert.deepEqual(show('block/block', 'some day'), { duration: 'some day', flags: [] })
    assert.deepEqual(show('block/unblock', ''), {})
  })

  test('partial blocks with their pages', () => {
    const stored =
      'a:4:{s:11:"5::duration";s:8:"infinity";s:8:"6::flags";s:0:"";s:8:"sitewide";b:0;' +
      's:15:"7::restrictions";a:2:{s:5:"pages";a:1:{i:0;s:8:"Talk:Old";}s:10:"namespaces";a:2:{i:0;i:10;i:1;i:14;}}}'
    assert.deepEqual(show('block/block', stored), {
      duration: 'infinity',
      flags: [],
      sitewide: false,
      restrictions: { pages: [{ page_ns: 1, page_title: 'Talk:Old' }], namespaces: [10, 14] },
    })
  })

  test('revision deletion', () => {
    const shown = (bitmask: number, content: boolean, comment: boolean, restricted: boolean) => ({
      bitmask,
      content,
      comment,
      user: false,
      restricted,
    })
    assert.deepEqual(show('delete/revision', 'archive\n1,3,4\nofield=1\nnfield=10'), {
      type: 'archive',
      ids: ['1', '3', '4'],
      old: shown(1, true, false, false),
      new: shown(10, false, true, true),
    })
    assert.deepEqual(
      show('suppress/event', 'a:3:{s:6:"4::ids";a:1:{i:0;i:7;}s:9:"5::ofield";i:0;s:9:"6::nfield";i:2;}'),
      {
        type: 'logging',
        ids: [7],
        old: shown(0, false, false, false),
        new: shown(2, false, true, false),
      },
    )
    assert.deepEqual(show('delete/revision', 'oldid\n1234'), { type: 'oldid', ids: ['1234'] })
    assert.deepEqual(show('delete/delete', ''), {})
  })

  test('XML uses the same element for groups in all four lists of the rights log', () => {
    const entry = { type: 'rights', action: 'rights', timestamp: AT, params: readLogParams('user\nsysop') }
    const shown = showLogParams(entry, names) as Record<string, { [TAG]?: string }>
    assert.deepEqual(
      ['oldgroups', 'newgroups', 'oldmetadata', 'newmetadata'].map(key => shown[key]?.[TAG]),
      ['g', 'g', 'g', 'g'],
    )
  })

  test('protection, rights, merge, patrol and upload logs', () => {
    assert.deepEqual(show('protect/protect', '[edit=sysop]\ncascade'), { description: '[edit=sysop]', cascade: true })
    assert.deepEqual(show('protect/modify', '[edit=sysop]\n'), { description: '[edit=sysop]', cascade: false })
    assert.deepEqual(show('protect/move_prot', 'Talk:Old'), { oldtitle_ns: 1, oldtitle_title: 'Talk:Old' })
    assert.deepEqual(show('protect/unprotect', ''), {})
    assert.deepEqual(show('rights/rights', '\nsysop, bureaucrat'), {
      oldgroups: [],
      newgroups: ['sysop', 'bureaucrat'],
      oldmetadata: [],
      newmetadata: [
        { group: 'sysop', expiry: 'infinity' },
        { group: 'bureaucrat', expiry: 'infinity' },
      ],
    })
    assert.deepEqual(show('rights/rights', ''), {})
    assert.deepEqual(show('merge/merge', 'Talk:New\n20140804160710'), {
      dest_ns: 1,
      dest_title: 'Talk:New',
      mergepoint: '2014-08-04T16:07:10Z',
    })
    assert.deepEqual(show('patrol/patrol', '2\n1\n1'), { curid: 2, previd: 1, auto: true })
    assert.deepEqual(show('upload/upload', 'a:1:{s:13:"img_timestamp";s:14:"20150101000000";}'), {
      img_timestamp: '2015-01-01T00:00:00Z',
    })
  })

  test('unknown logs show each parameter by its type', () => {
    const stored =
      'a:9:{i:0;s:1:"x";s:6:"::text";s:1:"y";s:6:"4:msg:";i:1;s:9:"4:user:by";s:5:"alice";s:8:"5:bool:b";s:1:"0";' +
      's:10:"6:number:n";s:5:"123.5";s:9:"7:assoc:c";a:0:{}s:8:"8:list:l";a:1:{i:0;s:1:"z";}s:7:"9:msg:m";s:3:"key";}'
    assert.deepEqual(show('phpunit/test', stored), {
      0: 'x',
      text: 'y',
      '4:msg:': 1,
      by: 'Alice',
      b: false,
      n: 123.5,
      c: {},
      l: ['z'],
      m_key: 'key',
      m_text: 'key in own language',
    })
  })

  test('malformed parameters are shown as plain lines', () => {
    assert.deepEqual(show('import/upload', 'a:1:{s:99:"x'), { 0: 'a:1:{s:99:"x' })
    assert.deepEqual(show('rights/rights', 'a:1:{s:12:"5::newgroups";i:5;}'), {
      newgroups: ['5'],
      newmetadata: [{ group: '5', expiry: 'infinity' }],
    })
    assert.deepEqual(show('protect/protect', 'a:1:{s:7:"details";a:1:{i:0;i:1;}}'), { details: [{}] })
  })
})
