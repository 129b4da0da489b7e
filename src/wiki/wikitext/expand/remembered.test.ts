import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Harvester } from '../harvest/harvest.ts'
import { testHost } from '../testing/test-host.ts'

const templates: Record<string, string> = {
  '10:Dot': '·',
  '10:Nav': '[[A]]{{Dot}}[[B]]{{Dot}}{{Box|title=[[C]]}}',
  '10:Box': '<b>{{{title}}}</b>{{#if:{{{extra|}}}|{{Extra|{{{extra}}}}}}}{{Missing}}',
  '10:Extra': '[[Extra {{{1}}}]]{{#invoke:Tools|run}}',
  '10:Name': '[[Talk about {{PAGENAME}}]]',
  '10:Around': '{{Nav}}{{Name}}',
  '10:Twice': '{{Box|title=x|title=[[Y]]}}',
  '10:Note': 'note<ref>[[In note]]</ref>{{#tag:nowiki|[[Not a link]]}}',
  '10:Self': '{{Other}}[[Self]]',
  '10:Other': '[[Other]]{{Self}}',
  '10:Known': '{{#ifexist:A|[[There]]|[[Not there]]}}',
  '10:Sort': '{{DEFAULTSORT:{{{1}}}}}[[Kategoreja:Sorted]]',
  '10:Sub': '{{/below}}[[/link]]',
  '10:Half': '[[Before {{#if:x|after]]}}',
  '10:Wide': 'ā'.repeat(200_000),
  '10:Wider': '{{Wide}}[[Wider]]',
}
const pages: Record<string, string> = {
  '0:One': '{{Nav}} {{Nav}} {{Twice}} {{Around}} {{Box|title=z|extra=1}}',
  '0:Two': '{{Nav}}{{Box|title=z|extra=1}}{{Box|title=z|extra=2}}{{Name}}{{Twice}}{{Around}}',
  '0:A': '{{Nav}}{{Known}}{{Note}}{{Sub}}{{Sort|b}}',
  '0:A/below': '{{Nav}}{{Known}}{{Note}}<references/>{{Sort|c}}{{Sub}}',
  '1:Talk': '{{Sub}}{{Sort|d}}{{Half}}{{Half}}{{Note|{{Nav}}}}',
  '10:Self': templates['10:Self']!,
  '10:Other': '{{Self}}{{Other}}{{Nav}}',
  '0:Loops': '{{Other}}{{Self}}',
  '0:Large': '{{Wide}}{{Wider}}{{Dot}}',
  '0:Too large': `${'{{Wider}}'.repeat(4)}{{Nav}}`,
  '0:Too large as well': '{{Nav}}{{Wider}}{{Wide}}{{Wider}}{{Nav}}{{Wide}}{{Around}}',
}

test('collects the same properties whatever was parsed before', () => {
  const host = testHost({ pages: { ...templates, ...pages } })
  const shared = new Harvester(host)
  for (let round = 0; round < 2; round++) {
    for (const [key, text] of Object.entries(pages)) {
      const [ns, dbkey] = [Number(key.split(':')[0]), key.split(':')[1]!.replaceAll(' ', '_')]
      assert.deepEqual(
        shared.harvest({ ns, dbkey }, text),
        new Harvester(host).harvest({ ns, dbkey }, text),
        `${key} in round ${round + 1}`,
      )
    }
  }
})

test('expands a changed template again', () => {
  const texts: Record<string, string> = { '10:Nav': '[[Old]]' }
  const harvester = new Harvester(testHost({ pages: texts }))
  const page = { ns: 0, dbkey: 'X' }
  assert.deepEqual(harvester.harvest(page, '{{Nav}}').links, [{ ns: 0, dbkey: 'Old' }])
  texts['10:Nav'] = '[[New]]'
  harvester.forgetTemplates()
  assert.deepEqual(harvester.harvest(page, '{{Nav}}').links, [{ ns: 0, dbkey: 'New' }])
})
