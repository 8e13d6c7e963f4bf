import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { hasDuty } from '#contract/accounts/duties.ts'
import { PartnerScope } from '#contract/accounts/scopes.ts'
import { PartnerEvent } from '#contract/notifications/partner-webhooks.ts'
import { reader } from '#contract/words.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import { KeysCard } from '#web/dashboard/programs/keys-card.tsx'
import { type Programs, ProgramsContext } from '#web/dashboard/programs/programs.ts'
import { WebhooksCard } from '#web/dashboard/programs/webhooks-card.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { useConfirmation } from '#web/operator/use-confirmation.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { BroughtCard } from './brought-card.tsx'
import { PartnerDetails } from './partner-details.tsx'
import { PartnerForm } from './partner-form.tsx'
import { partnerWords } from './partner-words.ts'

const t = reader(partnerWords)

export const clientLoader = membersOnly(async ({ params }) => {
  const partnerId = params['partnerId'] ?? ''
  const api = browserApi()
  const [shown, told, brought, { user }] = await Promise.all([
    api.operatorPartners.show({ partnerId }),
    api.operatorPartnerWebhooks.list({ partnerId }),
    api.operatorPartnerBookings.list({ partner: partnerId }),
    api.accounts.me({}),
  ])
  return { ...shown, ...told, brought, duties: user.duties }
})

export const HydrateFallback = Undetermined

export default function PartnerPage() {
  const { partner, keys, webhooks, brought, duties } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const [confirm, dialog] = useConfirmation()
  const [changing, setChanging] = useState(false)
  const { id: partnerId, name, endedAt } = partner
  const write = hasDuty(duties, ['owner']) && !endedAt
  const end = () =>
    confirm({
      title: t('op.partner.end.title', { name }),
      text: t('op.partner.end.text'),
      act: t('op.partner.end'),
      danger: true,
      run: (reason) => browserApi().operatorPartners.end({ partnerId, reason }),
    })
  return (
    <ConsoleFrame
      title={name}
      acts={
        write && (
          <>
            <Button kind="secondary" onClick={() => setChanging(true)}>
              {t('op.partner.edit')}
            </Button>
            <Button kind="quiet" onClick={end}>
              {t('op.partner.end')}
            </Button>
          </>
        )
      }>
      <p>
        <Link className="link tap-target" to="/operator/partners">
          {t('op.partner.back')}
        </Link>
      </p>
      {endedAt && <Note kind="info">{t('op.partner.over')}</Note>}
      {changing ? (
        <TitledCard title={t('op.partner.edit.title')}>
          <PartnerForm
            of={partner}
            run={({ slug: _, ...draft }) => browserApi().operatorPartners.change({ partnerId, ...draft })}
            onDone={() => {
              setChanging(false)
              revalidate()
            }}
            onClose={() => setChanging(false)}
          />
        </TitledCard>
      ) : (
        <PartnerDetails partner={partner} />
      )}
      <BroughtCard key={brought.sums.bookings} partnerId={partnerId} first={brought} />
      <ProgramsContext
        key={`${partnerId} ${endedAt}`}
        value={programsOf(partnerId, partner.scopes, { write, send: !endedAt })}>
        <KeysCard known={keys} />
        <WebhooksCard known={webhooks} />
      </ProgramsContext>
      {dialog}
    </ConsoleFrame>
  )
}

function programsOf(partnerId: string, scopes: readonly PartnerScope[], may: Programs['may']): Programs {
  const { operatorPartners: partners, operatorPartnerWebhooks: hooks } = browserApi()
  return {
    countryCode: 'GB',
    says: { keys: t('op.partner.keys'), hooks: t('op.partner.hooks') },
    scopes,
    events: PartnerEvent.options,
    may,
    keys: {
      make: ({ scopes: wanted, ...key }) =>
        partners.makeKey({ partnerId, ...key, scopes: PartnerScope.array().parse(wanted) }),
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
