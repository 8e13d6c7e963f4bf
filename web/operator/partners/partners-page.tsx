import { useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import { hasDuty } from '#contract/accounts/duties.ts'
import type { operatorPartners } from '#contract/accounts/partners.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ConsoleTable } from '#web/operator/table.tsx'
import { formatShortMoment } from '#web/operator/when.ts'
import { operatorMessages } from '#web/operator/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useRows } from '#web/platform/use-rows.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { PartnerForm, partnerMessages } from './partner-form.tsx'

const t = createTranslator(partnerMessages)
const o = createTranslator(operatorMessages)
type Query = { text?: string; sort?: InputOf<typeof operatorPartners.list>['sort'] }

async function load(query: Query, cursor?: string) {
  const { partners: rows, ...page } = await browserApi().operatorPartners.list({ ...query, cursor })
  return { ...page, rows }
}

export const clientLoader = requireSession(async ({ request }) => {
  const query = buildTableQuery(request, ['text', 'sort']) as Query
  const [first, { user }] = await Promise.all([load(query), browserApi().accounts.me({})])
  return { query, first, owner: hasDuty(user.duties, ['owner']) }
})

export const HydrateFallback = Undetermined

export default function PartnersPage() {
  const { query, first, owner } = useLoaderData<typeof clientLoader>()
  const list = useRows(first, (cursor) => load(query, cursor))
  const go = useNavigate()
  const [making, setMaking] = useState(false)
  return (
    <ConsoleFrame
      title={o('operator.partners')}
      acts={
        owner &&
        !making && (
          <Button kind="secondary" onClick={() => setMaking(true)}>
            {t('operator.partner.add')}
          </Button>
        )
      }>
      {making && (
        <TitledCard title={t('operator.partner.new')}>
          <PartnerForm
            of={null}
            run={(draft) => browserApi().operatorPartners.create(draft)}
            onDone={({ id }) => go(`/operator/partners/${id}`)}
            onClose={() => setMaking(false)}
          />
        </TitledCard>
      )}
      <ConsoleTable
        list={list}
        name="partners"
        caption={o('operator.partners')}
        empty={t('operator.partner.empty')}
        search={t('operator.partner.search')}
        usualSort="-since"
        to={({ id }) => `/operator/partners/${id}`}
        columns={[
          { id: 'name', label: t('operator.partner.name'), sort: 'name', width: 30, cell: ({ name }) => name },
          { id: 'slug', isWideOnly: true, label: t('operator.partner.inLinks'), width: 20, cell: ({ slug }) => slug },
          { id: 'email', label: t('operator.partner.contact'), width: 50, cell: ({ email }) => email },
          {
            id: 'bookings',
            label: t('operator.partner.brought'),
            kind: 'number',
            isLabelled: true,
            cell: ({ bookings }) => bookings,
          },
          {
            id: 'state',
            label: t('operator.partner.state'),
            isLead: true,
            cell: ({ endedAt }) => (
              <Badge look={endedAt ? 'disabled' : 'jadeSoft'}>
                {t(endedAt ? 'operator.partner.ended' : 'operator.partner.stands')}
              </Badge>
            ),
          },
          {
            id: 'since',
            isWideOnly: true,
            label: t('operator.partner.since'),
            kind: 'date',
            sort: 'since',
            isLabelled: true,
            cell: ({ createdAt }) => formatShortMoment(createdAt),
          },
        ]}
      />
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
