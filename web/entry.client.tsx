import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { UNSAFE_createBrowserHistory } from 'react-router'
import { loadPart } from './platform/chunks.ts'
import { readData } from './shell/page-data.ts'
import { handedTo } from './shell/routing/handed.ts'
import { Hydrated } from './shell/routing/hydrated.tsx'
import { showsAll, shownState } from './shell/routing/shown-state.tsx'
import { type Router, waitingRouter } from './shell/routing/waiting-router.ts'

/**
 * Says of each sheet that the page's one sheet stands for that it is there. Names that the router marks are not those that a part asks
 * for with its sheets, which would all come again.
 */
function nameSheets() {
  for (const marked of document.querySelectorAll<HTMLLinkElement>('link[disabled][href$="#"]')) {
    const sheet = marked.cloneNode() as HTMLLinkElement
    sheet.href = sheet.href.slice(0, -1)
    document.head.append(sheet)
  }
}

const whole = () => loadPart(() => import('./shell/routing/whole-router.tsx'))

/** Lets what waits go first, a press or a paint: no part of the start is to hold it up by more than its own time. */
const breath = () => new Promise<void>((go) => setTimeout(go))

async function start() {
  nameSheets()
  await breath()
  const handed = handedTo(window)
  const { loaderData, isAll } = readData(document)
  const waits = isAll && showsAll(handed) && !import.meta.env.DEV
  const router = waits
    ? waitingRouter(
        (location) => shownState(handed, loaderData, location),
        async (history, stands) => (await whole()).wholeRouter(handed, history, stands),
      )
    : await atOnce()
  await breath()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Hydrated handed={handed} router={router} />
      </StrictMode>,
    )
  })

  async function atOnce(): Promise<Router> {
    const { stateOf, wholeRouter } = await whole()
    const state = await stateOf(handed)
    const all = { ...state, loaderData: { ...state.loaderData, ...loaderData } }
    return wholeRouter(handed, UNSAFE_createBrowserHistory(), all)
  }
}

// The data is the last of a page.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => void start(), { once: true })
else void start()
