import { type ComponentType, h, render } from 'preact'

/** Mounts a component in its elements, replacing their fallback content. */
export function mount<P extends object>(name: string, component: ComponentType<P>): void {
  for (const place of document.querySelectorAll<HTMLElement>(`[data-island="${name}"]`)) {
    const props = JSON.parse(place.querySelector(':scope > script')?.textContent ?? '{}') as P
    place.replaceChildren()
    render(h(component, props), place)
  }
}
