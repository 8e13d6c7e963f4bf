import { type FormEvent, useState } from 'react'
import { Link, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import type { BannedWord } from '#contract/providers/banned-words.ts'
import type { operatorServiceTexts, WordsRow } from '#contract/providers/operator-service-texts.ts'
import { bannedWordLimits, normaliseText } from '#contract/providers/normalise-text.ts'
import type { CountryCode } from '#contract/values.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import consoleStyles from '#web/operator/console.module.css'
import { Age } from '#web/operator/age.tsx'
import { ConsoleTable } from '#web/operator/table.tsx'
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatShortMoment } from '#web/operator/when.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { useRows } from '#web/platform/use-rows.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'

const serviceTextReviewMessages = defineMessages({
  'look.title': 'Profile text',
  'look.text': '{n, plural, =0 {No texts waiting.} one {1 text waiting.} other {{n} texts waiting.}}',
  'look.tabs': 'Filter texts',
  'look.waiting': 'Waiting',
  'look.shown': 'Published',
  'look.none.waiting': 'No texts waiting',
  'look.none.shown': 'No artist has custom text yet',
  'look.artist': 'Artist',
  'look.about': 'Service',
  'look.words': 'Text',
  'look.when': 'Written',
  'look.acts': 'Actions',
  'look.now': 'Customers now see: “{title}”',
  'look.back': 'Sent back: {reason}',
  'look.approve': 'Approve',
  'look.approve.of': 'Approve “{title}”',
  'look.approve.done': 'Approved. Customers can see it.',
  'look.sendBack': 'Send back',
  'look.sendBack.of': 'Send back “{title}”',
  'look.sendBack.title': 'Send “{title}” back?',
  'look.sendBack.text': '{name} sees the reason and can write it again. Customers do not see it.',
  'look.takeOff.text': '{name} sees the reason and can write it again. Customers now see the name from the catalogue.',
  'look.markets': 'When new text appears',
  'look.first': 'After approval',
  'look.atOnce': 'Immediately',
  'look.change': 'Change',
  'look.change.of': 'Change for {name}',
  'look.first.title': 'Require approval of new text in {name}?',
  'look.first.text': 'New text from artists appears once an operator has approved it here.',
  'look.atOnce.title': 'Publish new text immediately in {name}?',
  'look.atOnce.text': 'New text from artists appears as soon as they save it. Texts waiting here still need approval.',
  'banned.title': 'Banned words',
  'banned.text':
    'Artists cannot save names, texts, add-ons, packages or bios that contain these words. They see which word it is. Only whole words count, regardless of accents and capitals. Published text does not change. To remove it, send it back above.',
  'banned.market': 'Market',
  'banned.word': 'Word or phrase',
  'banned.short': 'Write at least {n} letters.',
  'banned.none': 'No words in {market}.',
  'banned.of': 'Words in {market}',
  'banned.add': 'Ban word',
  'banned.add.title': 'Ban “{word}” in {market}?',
  'banned.add.text': 'Artists there can no longer save text that contains it.',
  'banned.remove': 'Allow again',
  'banned.remove.of': 'Allow again: “{word}”',
  'banned.remove.title': 'Allow “{word}” in {market} again?',
  'banned.remove.text': 'Artists there can use it again.',
})

const t = createTranslator(serviceTextReviewMessages)
const tabs = ['waiting', 'shown'] as const
type Tab = (typeof tabs)[number]

const load = (tab: Tab, cursor?: string) => browserApi().operatorServiceTexts.list({ tab, cursor })

export const clientLoader = requireSession(async ({ request }) => {
  const tab = tabs.find((one) => one === new URL(request.url).searchParams.get('tab')) ?? 'waiting'
  const [first, { words }] = await Promise.all([load(tab), browserApi().bannedWords.list({})])
  return { tab, first, banned: words }
})

export const HydrateFallback = Undetermined

/** Review of service texts: pending, published, markets with prior review, and banned words. */
export default function OwnWordsPage() {
  const { tab, first, banned } = useLoaderData<typeof clientLoader>()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const list = useRows<WordsRow>(first, (cursor) => load(tab, cursor))
  const [confirm, dialog] = useConfirmation()
  const { formError, pending, run } = useForm()
  const approve = async ({ id: wordsId, askedAt }: WordsRow) => {
    const done = await run(() => browserApi().operatorServiceTexts.approve({ wordsId, askedAt }))
    if (done) showToast('success', t('look.approve.done'))
    revalidate()
  }
  const sendBack = (row: WordsRow) => {
    const { id: wordsId, askedAt, artist } = row
    return confirm({
      title: t('look.sendBack.title', { title: wordsAt(row).title }),
      text: t(row.asked ? 'look.sendBack.text' : 'look.takeOff.text', { name: artist.name }),
      act: t('look.sendBack'),
      danger: true,
      run: (reason) => browserApi().operatorServiceTexts.sendBack({ wordsId, askedAt, reason }),
    })
  }
  const wordsOf = (row: WordsRow) => (tab === 'shown' ? (row.shown ?? wordsAt(row)) : wordsAt(row))
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
      {formError && <Note kind="error">{formError}</Note>}
      <div id="own-words" role="tabpanel" aria-label={t(`look.${tab}`)}>
        <ConsoleTable
          list={list}
          name="own-words"
          hasTools={false}
          caption={t('look.title')}
          empty={t(`look.none.${tab}`)}
          columns={[
            {
              id: 'artist',
              label: t('look.artist'),
              width: 18,
              cell: ({ artist }) => (
                <Link to={`/operator/providers/${artist.id}`}>{`${artist.name}, ${artist.countryCode}`}</Link>
              ),
            },
            { id: 'about', label: t('look.about'), width: 18, cell: ({ about }) => about },
            {
              id: 'words',
              label: t('look.words'),
              width: 64,
              wraps: true,
              cell: (row) => {
                const { title, words } = wordsOf(row)
                return (
                  <>
                    <b className="bold">{title}</b>
                    {words && <div className="small">{words}</div>}
                    {tab === 'waiting' && row.shown && (
                      <div className="small muted">{t('look.now', { title: row.shown.title })}</div>
                    )}
                  </>
                )
              },
            },
            {
              id: 'when',
              label: t('look.when'),
              kind: 'date',
              isLead: true,
              cell: ({ askedAt }) => (tab === 'waiting' ? <Age since={askedAt} /> : formatShortMoment(askedAt)),
            },
            {
              id: 'act',
              label: t('look.acts'),
              kind: 'act',
              cell: (row) => {
                const { title } = wordsOf(row)
                return (
                  <span className="row gap-8">
                    {tab === 'waiting' && (
                      <Button
                        size="small"
                        loading={pending}
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
                  </span>
                )
              },
            },
          ]}
        />
      </div>
      <LookFirstCard markets={first.markets} confirm={confirm} />
      <BannedWordsCard words={banned} markets={first.markets} confirm={confirm} />
      {dialog}
    </ConsoleFrame>
  )
}

/** Returns the text to decide on: pending, else published. */
const wordsAt = ({ asked, shown }: WordsRow) => asked ?? shown ?? { title: '', words: '' }

export { ConsoleError as ErrorBoundary }

type Market = OutputOf<typeof operatorServiceTexts.list>['markets'][number]

interface LookFirstCardProps {
  markets: readonly Market[]
  confirm: (confirmation: Confirmation) => void
}

function LookFirstCard({ markets, confirm }: LookFirstCardProps) {
  const change = ({ countryCode, name, lookFirst }: Market): Confirmation => {
    const to = lookFirst ? 'atOnce' : 'first'
    return {
      title: t(`look.${to}.title`, { name }),
      text: t(`look.${to}.text`),
      act: t('look.change'),
      run: (reason) =>
        browserApi().operatorServiceTexts.setReviewRequired({ countryCode, lookFirst: !lookFirst, reason }),
    }
  }
  return (
    <TitledCard title={t('look.markets')}>
      <ul className={consoleStyles.lines}>
        {markets.map((market) => (
          <li key={market.countryCode} className="row gap-8 wrapping space-between">
            <span className="bold">{market.name}</span>
            <span className="row gap-8">
              <Badge look={market.lookFirst ? 'info' : 'jadeSoft'}>
                {t(market.lookFirst ? 'look.first' : 'look.atOnce')}
              </Badge>
              <Button
                size="small"
                kind="secondary"
                aria-label={t('look.change.of', { name: market.name })}
                onClick={() => confirm(change(market))}>
                {t('look.change')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}

interface BannedWordsCardProps {
  words: readonly BannedWord[]
  markets: readonly { countryCode: CountryCode; name: string }[]
  confirm: (confirmation: Confirmation) => void
}

function BannedWordsCard({ words, markets, confirm }: BannedWordsCardProps) {
  const [countryCode, setCountryCode] = useState<CountryCode>(markets[0]?.countryCode ?? 'GB')
  const [word, setWord] = useState('')
  const [error, setError] = useState<string | null>(null)
  const market = markets.find((one) => one.countryCode === countryCode)?.name ?? countryCode
  const theirs = words.filter((one) => one.countryCode === countryCode)
  const add = (event: FormEvent) => {
    event.preventDefault()
    const typed = word.trim()
    const short = normaliseText(typed).length < bannedWordLimits.least
    setError(short ? t('banned.short', { n: bannedWordLimits.least }) : null)
    if (short) return
    confirm({
      title: t('banned.add.title', { word: typed, market }),
      text: t('banned.add.text'),
      act: t('banned.add'),
      run: async (reason) => {
        await browserApi().bannedWords.add({ countryCode, word: typed, reason })
        setWord('')
      },
    })
  }
  const remove = ({ id: wordId, word }: BannedWord) =>
    confirm({
      title: t('banned.remove.title', { word, market }),
      text: t('banned.remove.text'),
      act: t('banned.remove'),
      run: (reason) => browserApi().bannedWords.remove({ wordId, reason }),
    })
  return (
    <TitledCard title={t('banned.title')}>
      <p className="muted">{t('banned.text')}</p>
      <form className="stack" noValidate onSubmit={add}>
        <div className="field-grid even">
          <SelectField
            label={t('banned.market')}
            value={countryCode}
            onChange={({ target }) => setCountryCode(target.value as CountryCode)}>
            {markets.map((one) => (
              <option key={one.countryCode} value={one.countryCode}>
                {one.name}
              </option>
            ))}
          </SelectField>
          <TextField
            label={t('banned.word')}
            value={word}
            maxLength={bannedWordLimits.length}
            autoComplete="off"
            error={error}
            onChange={({ target }) => setWord(target.value)}
          />
        </div>
        <div>
          <Button type="submit" kind="secondary">
            {t('banned.add')}
          </Button>
        </div>
      </form>
      {theirs.length === 0 && <p className="muted">{t('banned.none', { market })}</p>}
      <ul className={consoleStyles.lines} aria-label={t('banned.of', { market })}>
        {theirs.map((one) => (
          <li key={one.id} className="row gap-8 wrapping space-between">
            <span className="bold">{one.word}</span>
            <Button
              size="small"
              kind="quiet"
              aria-label={t('banned.remove.of', { word: one.word })}
              onClick={() => remove(one)}>
              {t('banned.remove')}
            </Button>
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}
