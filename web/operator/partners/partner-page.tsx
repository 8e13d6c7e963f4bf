import { Download } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { hasDuty } from '#contract/accounts/duties.ts'
import type { Partner } from '#contract/accounts/partners.ts'
import { PartnerScope } from '#contract/accounts/scopes.ts'
import type { operatorPartnerBookings } from '#contract/bookings/partner-bookings.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDate, formatMoney } from '#contract/format.ts'
import { PartnerEvent } from '#contract/notifications/partner-webhooks.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { KeysCard } from '#web/dashboard/programs/keys-card.tsx'
import { programMessages } from '#web/dashboard/programs/program-messages.ts'
import { type Programs, ProgramsContext } from '#web/dashboard/programs/programs.ts'
import { WebhooksCard } from '#web/dashboard/programs/webhooks-card.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { listMessages, readAllPages } from '#web/operator/lists/list-tools.tsx'
import { ConsoleTable } from '#web/operator/table.tsx'
import { useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatOperatorMoment, formatShortMoment, formatSums } from '#web/operator/when.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { downloadFile } from '#web/platform/download.ts'
import { useForm } from '#web/platform/use-form.ts'
import { useRows } from '#web/platform/use-rows.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { FactStrip } from '#web/ui/fact-strip.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { AccountCard } from './account-card.tsx'
import { PartnerForm, partnerMessages } from './partner-form.tsx'

const t = createTranslator(partnerMessages)

export const clientLoader = requireSession(async ({ params }) => {
  const partnerId = params['partnerId'] ?? ''
  const api = browserApi()
  const [shown, told, brought, account, { user }] = await Promise.all([
    api.operatorPartners.show({ partnerId }),
    api.operatorPartnerWebhooks.list({ partnerId }),
    api.operatorPartnerBookings.list({ partner: partnerId }),
    api.operatorPartnerAccounts.show({ partnerId }),
    api.accounts.me({}),
  ])
  const month = new Date().toISOString().slice(0, 7)
  const statement = account.account
    ? (await api.operatorPartnerAccounts.statement({ partnerId, month })).statement
    : null
  return { ...shown, ...told, brought, account, statement, duties: user.duties }
})

export const HydrateFallback = Undetermined

export default function PartnerPage() {
  const { partner, keys, webhooks, brought, account, statement, duties } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const [confirm, dialog] = useConfirmation()
  const [changing, setChanging] = useState(false)
  const { id: partnerId, name, endedAt } = partner
  const write = hasDuty(duties, ['owner']) && !endedAt
  const end = () =>
    confirm({
      title: t('operator.partner.end.title', { name }),
      text: t('operator.partner.end.text'),
      act: t('operator.partner.end'),
      danger: true,
      run: (reason) => browserApi().operatorPartners.end({ partnerId, reason }),
    })
  return (
    <ConsoleFrame
      title={name}
      back={{ to: '/operator/partners', label: t('operator.partner.back') }}
      acts={
        write && (
          <>
            <Button kind="secondary" onClick={() => setChanging(true)}>
              {t('operator.partner.edit')}
            </Button>
            <Button kind="quiet" onClick={end}>
              {t('operator.partner.end')}
            </Button>
          </>
        )
      }>
      {endedAt && <Note kind="info">{t('operator.partner.over')}</Note>}
      <PartnerDetails partner={partner} />
      <BroughtCard key={brought.sums.bookings} partnerId={partnerId} first={brought} />
      <AccountCard
        partnerId={partnerId}
        name={name}
        shown={account}
        statement={statement}
        may={{ limit: write, record: hasDuty(duties, ['owner', 'money']) }}
      />
      <ProgramsContext
        key={`${partnerId} ${endedAt}`}
        value={programsOf(partnerId, partner.scopes, { write, send: !endedAt })}>
        <div className="two-columns even">
          <KeysCard known={keys} />
          <WebhooksCard known={webhooks} />
        </div>
      </ProgramsContext>
      <Dialog open={changing} onClose={() => setChanging(false)} label={t('operator.partner.edit.title')}>
        <h2 className="heading-3">{t('operator.partner.edit.title')}</h2>
        <PartnerForm
          of={partner}
          run={({ slug: _, ...draft }) => browserApi().operatorPartners.change({ partnerId, ...draft })}
          onDone={() => {
            setChanging(false)
            revalidate()
          }}
          onClose={() => setChanging(false)}
        />
      </Dialog>
      {dialog}
    </ConsoleFrame>
  )
}

function programsOf(partnerId: string, scopes: readonly PartnerScope[], may: Programs['may']): Programs {
  const { operatorPartners: partners, operatorPartnerWebhooks: hooks } = browserApi()
  return {
    countryCode: 'GB',
    says: { keys: t('operator.partner.keys'), hooks: t('operator.partner.hooks') },
    scopes,
    events: PartnerEvent.options,
    may,
    keys: {
      make: ({ scopes: wanted, ...key }) =>
        partners.createKey({ partnerId, ...key, scopes: PartnerScope.array().parse(wanted) }),
      end: (keyId) => partners.endKey({ partnerId, keyId }),
      rotate: (keyId) => partners.rotateKey({ partnerId, keyId }),
    },
    hooks: {
      add: ({ url, events }) => hooks.add({ partnerId, url, events: PartnerEvent.array().parse(events) }),
      change: (change) => hooks.change({ partnerId, ...change }),
      renewSecret: (of) => hooks.renewSecret({ partnerId, ...of }),
      remove: (of) => hooks.remove({ partnerId, ...of }),
      ping: (of) => hooks.ping({ partnerId, ...of }),
      deliveries: (of) => hooks.deliveries({ partnerId, ...of }),
      sendAgain: (of) => hooks.sendAgain({ partnerId, ...of }),
    },
  }
}

export const ErrorBoundary = ConsoleError

const p = createTranslator(programMessages)

function PartnerDetails({ partner }: { partner: Partner }) {
  return (
    <FactStrip
      facts={[
        { label: t('operator.partner.contact'), value: partner.email },
        {
          label: t('operator.partner.link'),
          value: t('operator.partner.link.end', { slug: partner.slug }),
          note: t('operator.partner.link.hint'),
        },
        {
          label: t('operator.partner.field.scopes'),
          value: partner.scopes.map((scope) => p(`scope.${scope}`)).join(', '),
        },
        { label: t('operator.partner.field.note'), value: partner.note },
        {
          label: t('operator.partner.since'),
          value: formatOperatorMoment(partner.createdAt),
          note: partner.endedAt && t('operator.partner.endedAt', { date: formatOperatorMoment(partner.endedAt) }),
        },
      ]}
    />
  )
}

const l = createTranslator(listMessages)
const LIST = 'partner-bookings'

interface BroughtCardProps {
  partnerId: string
  first: OutputOf<typeof operatorPartnerBookings.list>
}

function BroughtCard({ partnerId, first }: BroughtCardProps) {
  const list = useRows({ rows: first.bookings, nextCursor: first.nextCursor }, async (cursor) => {
    const { bookings: rows, nextCursor } = await browserApi().operatorPartnerBookings.list({
      partner: partnerId,
      cursor,
    })
    return { rows, nextCursor }
  })
  const { run, pending } = useForm({ toasts: true })
  const { bookings, cancelled, worth } = first.sums
  const save = async () => {
    const query = `partner=${partnerId}`
    const done = await run(() =>
      readAllPages((cursor) => browserApi().operatorLists.file({ list: LIST, query, ...cursor })),
    )
    if (!done) return
    downloadFile(`primp-${LIST}.csv`, done.answer)
    showToast('success', l('lists.file.saved', { n: done.answer.split('\r\n').length - 2 }))
  }
  return (
    <TitledCard title={t('operator.partner.bookings')}>
      {bookings > 0 && (
        <div className="row gap-8 wrapping">
          <p className="grow">
            <b className="bold">{t('operator.partner.bookings.count', { n: bookings })}</b>,{' '}
            {t('operator.partner.bookings.cancelled', { n: cancelled })}.{' '}
            {t('operator.partner.bookings.worth', { amounts: formatSums(worth) })}
          </p>
          <Button kind="quiet" size="small" loading={pending} onClick={save}>
            <Download className="icon" aria-hidden="true" />
            {l('lists.file')}
          </Button>
        </div>
      )}
      <ConsoleTable
        list={list}
        name="partner-bookings"
        hasTools={false}
        caption={t('operator.partner.bookings')}
        empty={t('operator.partner.bookings.none')}
        to={({ id }) => `/operator/bookings/${id}`}
        columns={[
          { id: 'number', label: t('operator.partner.booking.number'), kind: 'number', cell: ({ number }) => number },
          {
            id: 'state',
            label: t('operator.partner.state'),
            cell: ({ state }) => t(`operator.partner.booking.state.${state}`),
          },
          {
            id: 'day',
            label: t('operator.partner.booking.day'),
            kind: 'date',
            cell: ({ eventDate }) => formatDate(eventDate, 'GB'),
          },
          { id: 'town', label: t('operator.partner.booking.town'), width: 20, cell: ({ town }) => town },
          {
            id: 'services',
            label: t('operator.partner.booking.services'),
            width: 50,
            cell: ({ services }) => services.map(({ label, count }) => `${label} × ${count}`).join(', '),
          },
          { id: 'artist', label: t('operator.partner.booking.artist'), width: 30, cell: ({ artist }) => artist.name },
          {
            id: 'booked',
            label: t('operator.partner.booking.booked'),
            kind: 'date',
            cell: ({ bookedAt }) => formatShortMoment(bookedAt),
          },
          {
            id: 'total',
            label: t('operator.partner.booking.total'),
            kind: 'number',
            isLead: true,
            cell: ({ total, currency }) => formatMoney(total, currency, { decimals: 'always', mixed: true }),
          },
        ]}
      />
    </TitledCard>
  )
}
