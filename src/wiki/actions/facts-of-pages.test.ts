import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { issueToken } from '#accounts/tokens.ts'
import { onEachEngine } from '#store/testing.ts'
import { type EditingWiki, type Editor, editingWiki } from '../editing/testing.ts'

onEachEngine('what texts know about pages', open => {
  let site: EditingWiki
  let boss: Editor
  before(async () => {
    site = await editingWiki(await open())
    boss = await site.person('Boss', 'sysop')
    await boss.edit('Gate', 'an old gate')
    await boss.edit('Field', 'open')
    await boss.edit('Part', 'included')
    await boss.edit('Whole', '{{:Part}}')
    await boss.edit('Module:Facts', MODULE)
    await protect({ title: 'Gate', protections: 'edit=sysop|move=autoconfirmed', expiry: '2 days|infinite' })
    await protect({ title: 'Never', protections: 'create=sysop' })
    await protect({ title: 'Whole', protections: 'edit=sysop', cascade: 1 })
  })
  const protect = async (params: Record<string, string | number>) => {
    const token = issueToken(boss.caller, 'csrf', site.wiki.clock)
    const answer = await boss.post({ action: 'protect', token, ...params })
    assert.ok(answer.protect, JSON.stringify(answer))
  }
  const expand = async (text: string) =>
    (await boss.ask({ action: 'expandtemplates', text, prop: 'wikitext' })).expandtemplates.wikitext

  test('shows who may change a page, and until when', async () => {
    const levels = '{{PROTECTIONLEVEL:edit|Gate}} {{PROTECTIONLEVEL:Move|Gate}} {{PROTECTIONLEVEL:create|Never}}'
    assert.equal(await expand(levels), 'sysop autoconfirmed sysop')
    assert.equal(await expand('[{{PROTECTIONLEVEL:edit|Field}}{{PROTECTIONLEVEL:upload|Gate}}]'), '[]')
    assert.match(await expand('{{PROTECTIONEXPIRY:edit|Gate}}'), /^\d{14}$/)
    assert.equal(await expand('{{PROTECTIONEXPIRY:move|Gate}} {{PROTECTIONEXPIRY:edit|Field}}'), 'infinity infinity')
    assert.equal(await expand('[{{PROTECTIONEXPIRY:create|Gate}}{{PROTECTIONEXPIRY:edit|Nowhere}}]'), '[]')
    assert.equal(await expand('{{CASCADINGSOURCES:Part}} [{{CASCADINGSOURCES:Gate}}]'), 'Whole []')
  })

  test('scripts know it, too', async () => {
    const answers = await expand(
      '{{#invoke:Facts|levels|Gate}} {{#invoke:Facts|levels|Never}} {{#invoke:Facts|sources}}',
    )
    assert.equal(answers, 'edit=sysop;move=autoconfirmed create=sysop Whole:edit=sysop')
  })

  test('scripts count the pages of a namespace', async () => {
    assert.equal(await expand('{{#invoke:Facts|pages|828}} {{#invoke:Facts|pages|14}}'), '1 0')
  })

  test('stored pages follow changes of protection', async () => {
    await boss.edit('Notice', '[{{PROTECTIONLEVEL:edit|Field}}]')
    const shown = async () => (await boss.ask({ action: 'parse', page: 'Notice', prop: 'text' })).parse.text
    assert.match(await shown(), /\[\]/)
    await protect({ title: 'Field', protections: 'edit=autoconfirmed' })
    assert.match(await shown(), /\[autoconfirmed\]/)
  })

  test('a text may ask about a hundred pages', async () => {
    const questions = Array.from({ length: 110 }, (_, at) => `{{PROTECTIONLEVEL:edit|Plot ${at}}}`).join('')
    assert.equal(await expand(`${questions}[{{PROTECTIONLEVEL:edit|Gate}}]`), '[]')
    const repeated = '{{PROTECTIONLEVEL:edit|Field}}'.repeat(110)
    assert.match(await expand(`${repeated}[{{PROTECTIONLEVEL:edit|Gate}}]`), /\[sysop\]$/)
  })

  test('messages have their spaces', async () => {
    assert.equal(await expand('[{{int:comma-separator}}][{{int:and}}]'), '[, ][ and]')
    await boss.edit('MediaWiki:Word-separator', '&#32;')
    assert.equal(await expand('[{{int:word-separator}}]'), '[ ]')
  })
})

const MODULE = `local p = {}
local function list( levels )
	local parts = {}
	for action, needed in pairs( levels ) do
		if needed[1] then
			parts[#parts + 1] = action .. '=' .. table.concat( needed, ',' )
		end
	end
	table.sort( parts )
	return table.concat( parts, ';' )
end
function p.levels( frame )
	return list( mw.title.new( frame.args[1] ).protectionLevels )
end
function p.sources()
	local found = mw.title.new( 'Part' ).cascadingProtection
	return tostring( found.sources[1] ) .. ':' .. list( found.restrictions )
end
function p.pages( frame )
	return mw.site.stats.pagesInNamespace( tonumber( frame.args[1] ) )
end
return p`
