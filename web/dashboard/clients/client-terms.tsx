import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createTranslator } from '#contract/i18n/messages.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { clientMessages } from './client-messages.ts'

const t = createTranslator(clientMessages)

/**
 * Saves clients. An artist who saves their first one is asked to accept that they are the controller of the data, and
 * it is saved after that. Throws the refusal if they do not accept.
 */
export async function saveWithClientTerms<T>(save: () => Promise<T>): Promise<T> {
  try {
    return await save()
  } catch (fault) {
    if (!(fault instanceof ApiError) || fault.code !== 'client_terms_missing' || !(await askForTerms())) throw fault
    await browserApi().clientData.acceptTerms({ accepted: true })
    return save()
  }
}

function askForTerms(): Promise<boolean> {
  return new Promise((resolve) => {
    // A separate root, so that it works over every form and keeps its state.
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    const end = (accepted: boolean) => {
      resolve(accepted)
      root.unmount()
      place.remove()
    }
    root.render(<TermsDialog onEnd={end} />)
  })
}

function TermsDialog({ onEnd }: { onEnd: (accepted: boolean) => void }) {
  const [open, setOpen] = useState(true)
  // Closed first, so that focus returns.
  const end = (accepted: boolean) => {
    setOpen(false)
    setTimeout(() => onEnd(accepted))
  }
  return (
    <Confirm
      open={open}
      title={t('client.terms.title')}
      act={t('client.terms.accept')}
      wayOut={t('client.terms.back')}
      onAct={() => end(true)}
      onClose={() => open && end(false)}>
      {t('client.terms.text')}
    </Confirm>
  )
}
