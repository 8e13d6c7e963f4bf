import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Link } from 'react-router'
import type { ClientDataRequest } from '#contract/calendar/client-data.ts'
import { formatDate } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { clientMessages, useClientMessages } from './client-messages.ts'

interface ClientRequestsProps {
  requests: readonly ClientDataRequest[]
  /** Links to the client's page; without it, the request can be marked as done here. */
  linked?: boolean
  onDone?: () => void
}

/** Returns no requests to an operator who acts as the artist, because private clients are hidden from them. */
export const loadClientRequests = (): Promise<ClientDataRequest[]> =>
  browserApi()
    .clientData.requests({})
    .then(({ requests }) => requests)
    .catch((fault) => {
      if (fault instanceof ApiError && fault.code === 'not_allowed_acting') return []
      throw fault
    })

/** Requests of clients to correct or delete their data. */
export function ClientRequests({ requests, linked = false, onDone }: ClientRequestsProps) {
  const { t } = useClientMessages()
  const { countryCode } = useOwn().profile
  const { isPending, run } = useForm({ toasts: true })
  const finish = async (requestId: string) => {
    if (!(await run(() => browserApi().clientData.finishRequest({ requestId }), { name: requestId }))) return
    showToast('success', t('client.request.finished'))
    onDone?.()
  }
  return requests.map(({ id, client, kind, details, dueAt }) => (
    <Note key={id} kind="warning">
      <div className="stack gap-8">
        <p>{t(`client.request.${kind}`, { name: client.name, date: formatDate(dueAt.slice(0, 10), countryCode) })}</p>
        {details && <p>{t('client.request.words', { details })}</p>}
        {linked ? (
          <Link className="link tap-target" to={`/dashboard/clients/${client.id}`}>
            {t('client.request.open')}
          </Link>
        ) : (
          <div>
            <Button kind="secondary" size="small" loading={isPending(id)} onClick={() => finish(id)}>
              {t('client.request.done')}
            </Button>
          </div>
        )}
      </div>
    </Note>
  ))
}

const terms = createTranslator(clientMessages)

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
      title={terms('client.terms.title')}
      act={terms('client.terms.accept')}
      wayOut={terms('client.terms.back')}
      onAct={() => end(true)}
      onClose={() => open && end(false)}>
      {terms('client.terms.text')}
    </Confirm>
  )
}
