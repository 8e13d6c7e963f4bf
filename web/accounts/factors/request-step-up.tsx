import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createTranslator } from '#contract/i18n/messages.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { factorMessages } from './factor-messages.ts'
import { ProofForm } from './proof-form.tsx'

const t = createTranslator(factorMessages)
let asking: Promise<boolean> | null = null

/**
 * Opens a re-authentication dialog over any page. Returns whether it succeeded; concurrent requests share one dialog.
 */
export function requestStepUp(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    // A separate root, so that it works on any page and keeps its form state.
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    const end = (proven: boolean) => {
      asking = null
      resolve(proven)
      root.unmount()
      place.remove()
    }
    root.render(<ProofDialog onEnd={end} />)
  })
  return asking
}

function ProofDialog({ onEnd }: { onEnd: (proven: boolean) => void }) {
  const [open, setOpen] = useState(true)
  // Closed first, so that focus returns.
  const end = (proven: boolean) => {
    setOpen(false)
    setTimeout(() => onEnd(proven))
  }
  return (
    <Dialog open={open} onClose={() => open && end(false)} label={t('proof.title')}>
      <h2 className="heading-3">{t('proof.title')}</h2>
      <p className="muted">{t('proof.text')}</p>
      <ProofForm onProven={() => end(true)} onBack={() => end(false)} />
    </Dialog>
  )
}
