import { useState } from 'react'
import { Link, useLoaderData, useNavigate } from 'react-router'
import { hasDuty } from '#contract/accounts/duties.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import consoleStyles from '#web/operator/console.module.css'
import { ListTable, buildTableQuery, TableSearch } from '#web/operator/table.tsx'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { operatorMessages } from '#web/operator/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useRows } from '#web/platform/use-rows.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import tableStyles from '#web/ui/table.module.css'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { PartnerForm, partnerMessages } from './partner-form.tsx'

const t = createTranslator(partnerMessages)
const o = createTranslator(operatorMessages)
type Query = { text?: string }

async function load(query: Query, cursor?: string) {
  const { partners: rows, ...page } = await browserApi().operatorPartners.list({ ...query, cursor })
  return { ...page, rows }
}

export const clientLoader = requireSession(async ({ request }) => {
  const query = buildTableQuery(request, ['text']) as Query
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
      <TableSearch label={t('operator.partner.search')} />
      <ListTable
        list={list}
        name="partners"
        caption={o('operator.partners')}
        empty={t('operator.partner.empty')}
        clear={o('operator.clear.filters')}
        columns={[
          t('operator.partner.name'),
          t('operator.partner.contact'),
          t('operator.partner.brought'),
          t('operator.partner.state'),
          t('operator.partner.since'),
        ]}
        row={(partner) => (
          <tr key={partner.id}>
            <td>
              <Link className={consoleStyles.pickName} to={`/operator/partners/${partner.id}`}>
                {partner.name}
              </Link>
              <div className="micro muted">{partner.slug}</div>
            </td>
            <td>{partner.email}</td>
            <td className={tableStyles.amount}>{partner.bookings}</td>
            <td>
              <Badge look={partner.endedAt ? 'disabled' : 'jadeSoft'}>
                {t(partner.endedAt ? 'operator.partner.ended' : 'operator.partner.stands')}
              </Badge>
            </td>
            <td className={consoleStyles.keep}>{formatOperatorMoment(partner.createdAt)}</td>
          </tr>
        )}
      />
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
