/** Highlights the visible section in the table of contents. */
export function followContents(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')]
  const places = links.map(link => document.getElementById(decodeURIComponent(link.hash.slice(1))))
  if (links.length === 0) return
  const mark = () => {
    const line = window.innerHeight * 0.25
    let current = 0
    for (const [i, place] of places.entries()) if (place && place.getBoundingClientRect().top <= line) current = i
    for (const [i, link] of links.entries()) {
      if (i === current) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  }
  let waits = false
  const soon = () => {
    if (waits) return
    waits = true
    requestAnimationFrame(() => {
      waits = false
      mark()
    })
  }
  document.addEventListener('scroll', soon, { passive: true })
  mark()
}
