import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast, LEAST_CONTRAST, readColour, shadesOf } from './colours.ts'

test('reads colours of three and six digits', () => {
  assert.equal(readColour('#0D6E5F'), '#0d6e5f')
  assert.equal(readColour(' fe0 '), '#ffee00')
  for (const wrong of ['', '#', '#12345', '#1234567', 'red', '#gggggg', 'rgb(0,0,0)', '#fff;}body{display:none'])
    assert.equal(readColour(wrong), null, wrong)
})

test('measures contrast as WCAG does', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21)
  assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48')
  assert.equal(shadesOf('#0d6e5f').contrast, 6.1)
})

test('keeps a readable colour, and adapts one that is hard to read', () => {
  assert.equal(shadesOf('#0d6e5f').light.accent, '#0d6e5f')
  assert.equal(shadesOf('#0d6e5f').isAdapted, false)
  const yellow = shadesOf('#ffe000')
  assert.equal(yellow.isAdapted, true)
  assert.equal(yellow.dark.accent, '#ffe000')
})

test('every colour becomes readable on all backgrounds of light and dark pages', () => {
  const parts = ['00', '33', '66', '99', 'cc', 'ff']
  for (const red of parts)
    for (const green of parts)
      for (const blue of parts) {
        const { light, dark } = shadesOf(`#${red}${green}${blue}`)
        for (const paper of ['#ffffff', '#f6f7f9', '#eef0f4', light.wash])
          assert.ok(contrast(light.accent, paper) >= LEAST_CONTRAST, `${light.accent} on ${paper}`)
        for (const paper of ['#14171c', '#1b1f26', '#242932', dark.wash])
          assert.ok(contrast(dark.accent, paper) >= LEAST_CONTRAST, `${dark.accent} on ${paper}`)
        // Texts on buttons, `--accent-ink`.
        assert.ok(contrast(light.accent, '#ffffff') >= LEAST_CONTRAST)
        assert.ok(contrast(dark.accent, '#0f1420') >= LEAST_CONTRAST)
      }
})
