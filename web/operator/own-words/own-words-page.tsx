import { Link, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import type { WordsRow } from '#contract/providers/operator-words.ts'
import { reader } from '#contract/words.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { ListTable } from '#web/operator/table.tsx'
import { useConfirmation } from '#web/operator/use-confirmation.tsx'
import { moment } from '#web/operator/when.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { useRows } from '#web/platform/use-rows.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { BannedWordsCard } from './banned-words-card.tsx'
import { LookFirstCard } from './look-first-card.tsx'
import { lookWords } from './own-words-words.ts'
import consoleStyles from '#web/operator/console.module.css'

const t = reader(lookWords)
const tabs = ['waiting', 'shown'] as const
type Tab = (typeof tabs)[number]

const load = (tab: Tab, cursor?: string) => browserApi().operatorWords.list({ tab, cursor })

export const clientLoader = membersOnly(async ({ request }) => {
  const tab = tabs.find((one) => one === new URL(request.url).searchParams.get('tab')) ?? 'waiting'
  const [first, { words }] = await Promise.all([load(tab), browserApi().bannedWords.list({})])
  return { tab, first, banned: words }
})

export const HydrateFallback = Undetermined

/** What artists call their services: what waits to be read, what customers read, where somebody reads it first, and what nobody may write. */
export default function OwnWordsPage() {
  const { tab, first, banned } = useLoaderData<typeof clientLoader>()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const list = useRows<WordsRow>(first, (cursor) => load(tab, cursor))
  const [confirm, dialog] = useConfirmation()
  const { said, waiting, run } = useAct()
  const approve = async ({ id: wordsId, askedAt }: WordsRow) => {
    const done = await run(() => browserApi().operatorWords.approve({ wordsId, askedAt }))
    if (done) toast('success', t('look.approve.done'))
    revalidate()
  }
  const sendBack = (row: WordsRow) => {
    const { id: wordsId, askedAt, artist } = row
    return confirm({
      title: t('look.sendBack.title', { title: wordsAt(row).title }),
      text: t(row.asked ? 'look.sendBack.text' : 'look.takeOff.text', { name: artist.name }),
      act: t('look.sendBack'),
      danger: true,
      run: (reason) => browserApi().operatorWords.sendBack({ wordsId, askedAt, reason }),
    })
  }
  return (
    <ConsoleFrame
      title={t('look.title')}
      text={t('look.text', { n: first.waiting })}
      acts={
        <Tabs
          label={t('look.tabs')}
          panel="own-words"
          value={tab}
          onChange={(to) => navigate(to === 'waiting' ? '/operator/own-words' : `/operator/own-words?tab=${to}`)}
          tabs={tabs.map((value) => ({
            value,
            label: t(`look.${value}`),
            ...(value === 'waiting' ? { count: first.waiting } : {}),
          }))}
        />
      }>
      {said && <Note kind="error">{said}</Note>}
      <div id="own-words" role="tabpanel" aria-label={t(`look.${tab}`)}>
        <ListTable
          list={list}
          caption={t('look.title')}
          empty={t(`look.none.${tab}`)}
          columns={[
            t('look.artist'),
            t('look.about'),
            t('look.words'),
            t('look.when'),
            <span key="acts" className="visually-hidden">
              {t('look.acts')}
            </span>,
          ]}
          row={(row) => {
            const { title, words } = tab === 'shown' ? (row.shown ?? wordsAt(row)) : wordsAt(row)
            return (
              <tr key={row.id}>
                <td>
                  <Link to={`/operator/providers/${row.artist.id}`}>{row.artist.name}</Link>
                  <div className="small muted">{row.artist.countryCode}</div>
                </td>
                <td>{row.about}</td>
                <td className={consoleStyles.words}>
                  <b className="bold">{title}</b>
                  {words && <div className="small">{words}</div>}
                  {tab === 'waiting' && row.shown && (
                    <div className="small muted">{t('look.now', { title: row.shown.title })}</div>
                  )}
                </td>
                <td className={consoleStyles.keep}>{moment(row.askedAt)}</td>
                <td>
                  <div className="row gap-8 wrapping">
                    {tab === 'waiting' && (
                      <Button
                        size="small"
                        loading={waiting}
                        aria-label={t('look.approve.of', { title })}
                        onClick={() => approve(row)}>
                        {t('look.approve')}
                      </Button>
                    )}
                    {(tab === 'waiting' || !row.asked) && (
                      <Button
                        size="small"
                        kind="secondary"
                        aria-label={t('look.sendBack.of', { title })}
                        onClick={() => sendBack(row)}>
                        {t('look.sendBack')}
                      </Button>
                    )}
                  </div>
                </td>
              </tr>
            )
          }}
        />
      </div>
      <LookFirstCard markets={first.markets} confirm={confirm} />
      <BannedWordsCard words={banned} markets={first.markets} confirm={confirm} />
      {dialog}
    </ConsoleFrame>
  )
}

/** What is to be decided of a row: what waits, else what stands. */
const wordsAt = ({ asked, shown }: WordsRow) => asked ?? shown ?? { title: '', words: '' }

export { ConsoleError as ErrorBoundary }
