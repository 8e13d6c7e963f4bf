import {
  type ComponentType,
  lazy,
  type ReactNode,
  startTransition,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { loadPart } from '#web/platform/chunks.ts'
import { runsEvent } from '#web/shell/late-script.ts'
import { Missing } from '#web/shell/pages/missing.tsx'
import { firstTouches, wantedEvent } from './first-touch.ts'

// What has come to stand elsewhere by itself, as with Back, is wanted as what is touched.
const turns = [...firstTouches, 'scroll', 'popstate', wantedEvent]

// Not there on the server.
const { addEventListener: hear } = globalThis

let pageRuns = false
hear?.(runsEvent, () => {
  pageRuns = true
})

const turnedTo = new Promise<unknown>((turned) => {
  for (const event of turns) hear?.(event, turned, { once: true, capture: true })
})

type Again = { again: () => void }
type Part<P> = (props: P) => ReactNode

/**
 * A part that the server draws and the browser leaves as it is until somebody turns to the page, or the address asks for it. What is
 * done with it meanwhile is kept by the lines in the page's head until it is here (`useWaits`).
 */
export function withTouch<P extends object>(load: () => Promise<Part<P>>, asked: RegExp) {
  let came = false
  const attempt = () =>
    lazy(async (): Promise<{ default: Part<P & Again> }> => {
      // Who has scrolled before the page ran is not heard again.
      if (!(scrollY || asked.test(location.search))) await turnedTo
      const part = await loadPart(load).catch(() => null)
      came = part !== null
      if (!part) next = attempt()
      return { default: part ?? Failed }
    })
  let next = attempt()
  let drawn: Part<P> | undefined
  /** What the server draws it by. */
  Part.drawnBy = (part: Part<P>) => {
    drawn = part
  }
  return Part

  function Part(of: P) {
    // A page that comes later is shown once all of it is there: nothing of it has been drawn before.
    const [first] = useState(() => !pageRuns)
    const [Late, setLate] = useState(() => next)
    const Shown: ComponentType<P & Again> = drawn ?? Late
    // What is not here is the same until it is: told of anything new, React would take what is drawn away.
    // biome-ignore lint/correctness/useExhaustiveDependencies: so what it is told changes only once it is here
    return useMemo(() => {
      const part = <Shown {...of} again={() => startTransition(() => setLate(() => next))} />
      return first ? <Suspense>{part}</Suspense> : part
    }, [Shown, came && of])
  }
}

/** Puts the form that needs no script in the place of what the server drew. On a page that came later there is none: it is asked for again. */
function Failed({ again }: Again) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const stands = box.current as HTMLDivElement
    const form = stands.querySelector('noscript')?.textContent
    if (form) {
      // A browser takes what stands in an element of raw text as it is: the server's own words.
      stands.innerHTML = form
      stands.removeAttribute('data-waits')
    } else addEventListener('online', again, { once: true })
  }, [again])
  return (
    <>
      {/* Said to be empty, what is in here is not React's. */}
      <div ref={box} dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />
      <Missing />
    </>
  )
}
