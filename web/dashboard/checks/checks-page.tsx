import { useLoaderData } from 'react-router'
import { membersOnly } from '#web/accounts/members-only.ts'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { useDashboardWords } from '#web/dashboard/own-profile/own.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Note } from '#web/ui/note.tsx'
import { AppealsCard } from './appeals-card.tsx'
import { CheckCard } from './check-card.tsx'
import { useCheckWords } from './use-check-words.ts'

export const clientLoader = membersOnly(async () => {
  const { ownChecks, ownAppeals } = browserApi()
  const [own, appeals] = await Promise.all([ownChecks.show({}), ownAppeals.show({})])
  return { own, appeals }
})

/** What is checked of the artist, document by document, and their appeals. */
export default function ChecksPage() {
  const { own, appeals } = useLoaderData<typeof clientLoader>()
  const d = useDashboardWords()
  const { t } = useCheckWords()
  const lacking = own.checks.filter(({ asked, stands }) => asked === 'required' && !stands)
  return (
    <DashboardFrame title={d('pd.checks')} text={t('checks.text')}>
      <Note kind={own.verified ? 'success' : 'warning'}>
        {own.verified
          ? t('checks.badge')
          : t('checks.badge.none', { names: lacking.map(({ label }) => label).join(', ') })}
      </Note>
      {own.checks.map((check) => (
        <CheckCard key={check.kind} check={check} />
      ))}
      <AppealsCard own={appeals} />
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }
