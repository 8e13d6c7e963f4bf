import {
  type ComponentType,
  lazy,
  type LazyExoticComponent,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react'
import { loadPart } from './chunks.ts'

interface Optional<P extends object> {
  (props: P): ReactNode
  /** Loads it ahead; whether that works does not matter yet. */
  ahead: () => void
}

/** A part that loads when it is first shown and never takes the page with it: where it does not come, `Without` stands in, until the connection is back or it is asked for again. */
export function createOptionalPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Without: ComponentType<P>,
  meanwhile: ReactNode = null,
): Optional<P> {
  const attempt = (): LazyExoticComponent<ComponentType<P>> =>
    lazy(async () => ({
      default: await loadPart(load).catch(() => {
        next = attempt()
        return Without
      }),
    }))
  let next = attempt()
  function Part(props: P) {
    const [Shown, setShown] = useState(() => next)
    useEffect(() => {
      const again = () => setShown(() => next)
      addEventListener('online', again)
      return () => removeEventListener('online', again)
    }, [])
    // The boundary is in here: outside it, what is being tried would be forgotten with each try.
    return (
      <Suspense fallback={meanwhile}>
        <Shown {...props} />
      </Suspense>
    )
  }
  return Object.assign(Part, { ahead: () => void loadPart(load).catch(() => {}) })
}
