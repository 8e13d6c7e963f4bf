import { FileUp, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import type { Client } from '#contract/bookings/provider-bookings.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SelectField, TextField } from '#web/ui/fields/field.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { useDashboardMessages, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { ClientForm } from './client-form.tsx'
import { ClientRequests, loadClientRequests } from './client-requests.tsx'
import { ClientTable } from './client-table.tsx'
import { useClientMessages } from './client-messages.ts'

export const clientLoader = requireSession(async () => {
  const { clients } = await browserApi().providerBookings.clients({})
  return { clients, requests: await loadClientRequests() }
})

const atOnce = 25

const sorts = {
  /** The next booking first; clients without one follow, the latest first. */
  next: (a: Client, b: Client) =>
    (a.next ?? '~').localeCompare(b.next ?? '~') ||
    (b.lastAt ?? '').localeCompare(a.lastAt ?? '') ||
    a.name.localeCompare(b.name),
  name: (a: Client, b: Client) => a.name.localeCompare(b.name),
  earned: (a: Client, b: Client) => b.earned - a.earned || a.name.localeCompare(b.name),
}

export default function ClientsPage() {
  const { clients, requests } = useLoaderData<typeof clientLoader>()
  const t = useDashboardMessages()
  const { t: c } = useClientMessages()
  const { countryCode } = useOwn().profile
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const [most, setMost] = useState(atOnce)
  const [adding, setAdding] = useState(false)
  const [sort, setSort] = useState<keyof typeof sorts>('next')
  const found = clients
    .toSorted(sorts[sort])
    .filter(({ name, note }) => `${name} ${note}`.toLowerCase().includes(words.trim().toLowerCase()))
  const acts = (
    <>
      <ButtonLink kind="secondary" size="small" to="/dashboard/clients/import">
        <FileUp className="icon" aria-hidden="true" />
        {c('import.act')}
      </ButtonLink>
      <Button size="small" aria-expanded={adding} onClick={() => setAdding(!adding)}>
        <UserPlus className="icon" aria-hidden="true" />
        {c('client.add')}
      </Button>
    </>
  )
  return (
    <DashboardFrame title={t('dashboard.clients')} text={t('clients.text', { n: clients.length })} acts={acts}>
      <ClientRequests requests={requests} linked />
      {adding && (
        <TitledCard title={c('client.add')}>
          <p className="muted">{c('client.add.text')}</p>
          <ClientForm onSaved={(clientId) => navigate(`/dashboard/clients/${clientId}`)} />
        </TitledCard>
      )}
      {clients.length === 0 ? (
        !adding && <Empty drawing="calendar" title={t('clients.none')} />
      ) : (
        <>
          <div className="field-grid even no-print">
            <TextField
              label={t('clients.find')}
              type="search"
              value={words}
              onChange={(event) => {
                setWords(event.target.value)
                setMost(atOnce)
              }}
            />
            <SelectField
              label={t('clients.sort')}
              value={sort}
              onChange={(event) => setSort(event.target.value as keyof typeof sorts)}>
              {(['next', 'name', 'earned'] as const).map((by) => (
                <option key={by} value={by}>
                  {t(`clients.sort.${by}`)}
                </option>
              ))}
            </SelectField>
          </div>
          <p className="visually-hidden" role="status">
            {t('clients.text', { n: found.length })}
          </p>
          {found.length > 0 && (
            <ClientTable
              clients={found.slice(0, most)}
              country={countryCode}
              onNote={(clientId, note) =>
                browserApi().providerBookings.updateClientNote(
                  { clientId, note },
                  { showToastOnSuccess: t('clients.saved') },
                )
              }
            />
          )}
          {found.length > most && (
            <Button kind="secondary" onClick={() => setMost(most + atOnce)}>
              {t('clients.more')}
            </Button>
          )}
          {found.length === 0 && <p className="muted">{t('clients.nobody', { words })}</p>}
        </>
      )}
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }
