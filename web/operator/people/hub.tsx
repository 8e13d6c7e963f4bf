import { Link, useLocation } from 'react-router'
import { formatEnds } from '#contract/accounts/ends-text.ts'
import type { EndEffects } from '#contract/accounts/ends.ts'
import { formatNumber } from '#contract/format.ts'
import type { Hub } from '#contract/operator/hub.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import consoleStyles from '#web/operator/console.module.css'
import { storyMessages, useReadTalk } from '#web/operator/story/story-card.tsx'
import { formatOperatorMoment, formatSums } from '#web/operator/when.ts'
import { operatorMessages } from '#web/operator/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { FoldedCard } from '#web/ui/titled-page.tsx'
import type { Fact } from '#web/ui/fact-strip.tsx'

const t = createTranslator(operatorMessages)
const s = createTranslator(storyMessages)

type Of = { accountId: string } | { providerId: string }

/** Returns the counts of a person or an artist as facts, each with a link to the list that it counts. */
export function listHubFacts(hub: Hub, of: Of): Fact[] {
  const whose = new URLSearchParams(of).toString()
  const isArtist = 'providerId' in of
  return [
    {
      label: t(isArtist ? 'operator.hub.earned' : 'operator.hub.spent'),
      value: formatSums(hub.money),
      to: `/operator/payments?${whose}&state=captured`,
      note: t('operator.hub.money.note'),
    },
    {
      label: t('operator.completedBookings'),
      value: formatNumber(hub.bookings),
      to: `/operator/bookings?${whose}&state=completed`,
      note: t('operator.hub.ahead', { n: hub.ahead }),
    },
    ...(
      [
        ['payments', hub.payments, `/operator/payments?${whose}`],
        ...(isArtist ? ([['payouts', hub.payouts, `/operator/payouts?${whose}`]] as const) : []),
        ['conversations', hub.conversations.count, '#talks'],
        ['reviews', hub.reviews, `/operator/reviews?${whose}`],
        ['reports', hub.reports, `/operator/reports?${whose}&state=all`],
      ] as const
    ).map(([what, n, to]) => ({ label: t(`operator.hub.${what}`), value: formatNumber(n), to })),
  ]
}

export function HubTalks({ hub: { conversations }, of }: { hub: Hub; of: Of }) {
  const others = 'providerId' in of ? 'people' : 'providers'
  const more = conversations.count - conversations.latest.length
  const [read, dialogs] = useReadTalk()
  // The count above the card leads here.
  const { hash } = useLocation()
  return (
    <div id="talks">
      <FoldedCard
        title={t('operator.hub.talks')}
        open={hash === '#talks'}
        note={
          conversations.count === 0
            ? t('operator.hub.talks.none')
            : t('operator.hub.talks.count', { n: conversations.count })
        }>
        {conversations.latest.length > 0 && (
          <>
            <p className="small muted">{t('operator.hub.talks.text')}</p>
            <ul className={consoleStyles.lines}>
              {conversations.latest.map(({ id, withId, withName, messages, lastAt, reportId }) => (
                <li key={id} className="row space-between wrapping">
                  <span>
                    <Link to={`/operator/${others}/${withId}`}>{withName}</Link>
                    {reportId && (
                      <>
                        {' '}
                        <Link className="link small" to={`/operator/reports/${reportId}`}>
                          {t('operator.hub.talks.report')}
                        </Link>
                      </>
                    )}
                  </span>
                  <span className="row gap-8">
                    <span className="small muted">
                      {t('operator.hub.talks.messages', { n: messages, moment: formatOperatorMoment(lastAt) })}
                    </span>
                    <Button
                      kind="secondary"
                      size="small"
                      aria-label={s('talk.read.of', { name: withName })}
                      onClick={() => read({ id, withName })}>
                      {s('talk.read')}
                    </Button>
                  </span>
                </li>
              ))}
            </ul>
            {more > 0 && <p className="small muted">{t('operator.hub.talks.more', { n: more })}</p>}
          </>
        )}
      </FoldedCard>
      {dialogs}
    </div>
  )
}

/** Returns what ends with a suspension, with counts; undefined if nothing does. */
export function describeEnds(ends: EndEffects): string | undefined {
  const ended = formatEnds(ends)
  return ended ? t('operator.confirm.ends', { ended }) : undefined
}
