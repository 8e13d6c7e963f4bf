import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { handOver } from './shell/page-data.ts'

const start = () => {
  handOver(document, (window as { __reactRouterContext?: Parameters<typeof handOver>[1] }).__reactRouterContext)
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  })
}

// The data is the last of a page.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start, { once: true })
else start()
