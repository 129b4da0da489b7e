import { Component, type ComponentChild } from 'preact'

/** A component that renders again only if `same` finds a difference. Preact has this only in its React layer. */
export function memo<P extends object>(render: (props: P) => ComponentChild, same: (before: P, after: P) => boolean) {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return !same(this.props, next)
    }

    override render(props: P): ComponentChild {
      return render(props)
    }
  }
}
