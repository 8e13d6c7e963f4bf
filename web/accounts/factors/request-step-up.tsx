import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createTranslator } from '#contract/words.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { factorMessages } from './factor-messages.ts'
import { ProofForm } from './proof-form.tsx'

const t = createTranslator(factorMessages)
let asking: Promise<boolean> | null = null

/** Asks whoever is signed in to show that it is them, over whatever the page shows; answers whether they did. Several acts that ask at once are one question. */
export function requestStepUp(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    // A root of its own: any page can be asked on, and what was typed there stays as it is.
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
  // Closed first, so that the focus goes back to where it was.
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
