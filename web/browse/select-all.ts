// A box that selects all strings of a page. Without scripts, each string is selected separately.

for (const place of document.querySelectorAll<HTMLElement>('[data-select-all]')) {
  const form = place.closest('form')
  const boxes = [...(form?.querySelectorAll<HTMLInputElement>('input[name="unit"]') ?? [])]
  if (boxes.length === 0) continue
  const all = document.createElement('input')
  all.type = 'checkbox'
  all.setAttribute('aria-label', place.dataset.selectAll!)
  all.title = place.dataset.selectAll!
  const show = () => {
    all.checked = boxes.every(box => box.checked)
    all.indeterminate = !all.checked && boxes.some(box => box.checked)
  }
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked
  })
  form!.addEventListener('change', show)
  place.replaceChildren(all)
  show()
}

export {}
