import { Link, useLoaderData, useNavigate } from 'react-router'
import type { OperatorAppeal } from '#contract/signup/appeals/appeals.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ListTools } from '#web/operator/lists/list-tools.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { SealedPictures } from '#web/platform/pictures/sealed-pictures.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Note } from '#web/ui/note.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { operatorCheckMessages } from './check-messages.ts'

const t = createTranslator(operatorCheckMessages)
const tabs = ['waiting', 'done'] as const
type Tab = (typeof tabs)[number]

async function load(tab: Tab, cursor?: string) {
  const { appeals: rows, nextCursor, counts } = await browserApi().operatorAppeals.list({ tab, cursor })
  return { rows, nextCursor, counts }
}

export const clientLoader = requireSession(async ({ request }) => {
  const tab = tabs.find((one) => one === new URL(request.url).searchParams.get('tab')) ?? 'waiting'
  return { tab, first: await load(tab) }
})

export const HydrateFallback = Undetermined

export default function AppealsPage() {
  const { tab, first } = useLoaderData<typeof clientLoader>()
  const navigate = useNavigate()
  const [confirm, dialog] = useConfirmation()
  const { rows, nextCursor, loading, error, more } = useRows<OperatorAppeal>(first, (cursor) => load(tab, cursor))
  return (
    <ConsoleFrame
      title={t('appeals.title')}
      text={t('appeals.text', { n: first.counts.waiting })}
      acts={
        <Tabs
          label={t('appeals.tabs')}
          panel="appeals"
          value={tab}
          onChange={(to) => navigate(to === 'waiting' ? '/operator/appeals' : `/operator/appeals?tab=${to}`)}
          tabs={tabs.map((value) => ({
            value,
            label: t(`docs.${value}`),
            ...(value === 'waiting' ? { count: first.counts.waiting } : {}),
          }))}
        />
      }>
      {rows.length > 0 && <ListTools list="appeals" />}
      <div className="stack" id="appeals" role="tabpanel" aria-label={t(`docs.${tab}`)}>
        {rows.length === 0 && <Empty title={t(`appeals.none.${tab}`)} />}
        {rows.map((appeal) => (
          <AppealCard key={appeal.id} appeal={appeal} confirm={confirm} />
        ))}
        {error && <Note kind="error">{error}</Note>}
        {nextCursor && (
          <div>
            <Button kind="secondary" loading={loading} onClick={more}>
              {t('appeal.more')}
            </Button>
          </div>
        )}
      </div>
      {dialog}
    </ConsoleFrame>
  )
}

function AppealCard({ appeal, confirm }: { appeal: OperatorAppeal; confirm: (confirmation: Confirmation) => void }) {
  const { artist, against, decision } = appeal
  const decide = (uphold: boolean): Confirmation => ({
    title: uphold ? t('appeal.uphold.title', { name: artist.name }) : t('appeal.dismiss.title'),
    text: t(uphold ? `appeal.uphold.${against.kind}` : 'appeal.dismiss.text'),
    act: t(uphold ? 'appeal.uphold' : 'appeal.dismiss'),
    danger: !uphold,
    run: (answer) => browserApi().operatorAppeals.decide({ appealId: appeal.id, uphold, answer }),
  })
  return (
    <TitledCard
      title={artist.name}
      beside={<span className="small muted">{t('appeal.sent', { moment: formatOperatorMoment(appeal.sentAt) })}</span>}>
      <p>
        <Link className="link" to={`/operator/providers/${artist.id}`}>
          {t('appeal.against', {
            what: t(`appeal.kind.${against.kind}`, { label: against.label }),
            moment: formatOperatorMoment(against.decidedAt),
            name: appeal.decidedAgainstBy ?? t('appeal.against.unknown'),
          })}
        </Link>
      </p>
      {against.reason && <p className="small muted">{t('appeal.reason', { reason: against.reason })}</p>}
      <div className="stack gap-4">
        <p className="small muted">{t('appeal.words')}</p>
        <p>{appeal.words}</p>
      </div>
      <SealedPictures
        paths={appeal.files.map((id) => `/v1/operator/appeals/files/${id}`)}
        words={{ show: t('doc.pictures'), of: (n, m) => t('doc.picture', { n, m }), gone: t('doc.gone') }}
      />
      {decision ? (
        <div className="stack gap-4">
          <p className="bold">
            {t(decision.upheld ? 'appeal.upheld' : 'appeal.dismissed', {
              moment: formatOperatorMoment(decision.at),
              name: appeal.decidedBy ?? '',
            })}
          </p>
          <p>{decision.answer}</p>
        </div>
      ) : appeal.yours ? (
        <div className="row gap-8 wrapping">
          <Button onClick={() => confirm(decide(true))}>{t('appeal.uphold')}</Button>
          <Button kind="secondary" onClick={() => confirm(decide(false))}>
            {t('appeal.dismiss')}
          </Button>
        </div>
      ) : (
        <Note kind="info">{t('appeal.other')}</Note>
      )}
    </TitledCard>
  )
}

export { ConsoleError as ErrorBoundary }
