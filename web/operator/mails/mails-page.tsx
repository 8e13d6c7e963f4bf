import { Link, useLoaderData } from 'react-router'
import type { ListedMail } from '#contract/notifications/mail-templates.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { Table, TableSearch, buildTableQuery } from '#web/operator/table.tsx'
import { formatDayOf } from '#web/operator/when.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Empty } from '#web/ui/empty.tsx'
import { mailEditorMessages } from './mail-editor-messages.ts'
import consoleStyles from '#web/operator/console.module.css'

const t = createTranslator(mailEditorMessages)

export const clientLoader = requireSession(async ({ request }) => {
  const { text = '' } = buildTableQuery(request, ['text'])
  const { mails } = await browserApi().operatorMails.list({})
  const has = ({ kind, subject }: ListedMail) => `${kind} ${subject}`.toLowerCase().includes(text.toLowerCase())
  return { mails: mails.filter(has) }
})

export const HydrateFallback = Undetermined

export default function MailsPage() {
  const { mails } = useLoaderData<typeof clientLoader>()
  return (
    <ConsoleFrame title={t('mails.title')} text={t('mails.text')}>
      <TableSearch label={t('mails.find')} />
      <Table
        caption={t('mails.title')}
        columns={[t('mails.subject'), t('mails.kind'), t('mails.version')]}
        count={mails.length}
        file="mail-words"
        empty={<Empty title={t('mails.none')} />}>
        {mails.map(({ kind, subject, number, writtenAt }) => (
          <tr key={kind}>
            <td>
              <Link to={`/operator/mails/${kind}`}>{subject}</Link>
            </td>
            <td className="small muted break-anywhere">{kind}</td>
            <td className={consoleStyles.keep}>
              {writtenAt ? t('mails.changed', { n: number, date: formatDayOf(writtenAt) }) : t('mails.made')}
            </td>
          </tr>
        ))}
      </Table>
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
