import { useLoaderData } from 'react-router'
import type { ListedMail } from '#contract/notifications/mail-templates.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, WholeTable } from '#web/operator/table.tsx'
import { formatDayOf } from '#web/operator/when.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Empty } from '#web/ui/empty.tsx'
import { TableFilters } from '#web/ui/tables/table-filters.tsx'
import { formatMailKind, getMailTopic, mailTopics } from './mail-kind.ts'
import { mailEditorMessages } from './mail-editor-messages.ts'

const t = createTranslator(mailEditorMessages)

export const clientLoader = requireSession(async ({ request }) => {
  const { text = '', topic } = buildTableQuery(request, ['text', 'topic'])
  const { mails } = await browserApi().operatorMails.list({})
  const shown = mailTopics.find((one) => one === topic) ?? mailTopics[0]
  // A search is of all topics.
  const has = ({ kind, subject }: ListedMail) =>
    text
      ? `${kind} ${formatMailKind(kind)} ${subject}`.toLowerCase().includes(text.toLowerCase())
      : getMailTopic(kind) === shown
  return { mails: mails.filter(has) }
})

export const HydrateFallback = Undetermined

export default function MailsPage() {
  const { mails } = useLoaderData<typeof clientLoader>()
  return (
    <ConsoleFrame title={t('mails.title')} text={t('mails.text')}>
      <WholeTable
        file="mail-words"
        caption={t('mails.title')}
        rows={mails}
        rowKey={({ kind }) => kind}
        to={({ kind }) => `/operator/mails/${kind}`}
        filters={
          <TableFilters
            search={t('mails.find')}
            filters={[
              {
                name: 'topic',
                label: t('mails.topic'),
                usual: mailTopics[0],
                options: mailTopics.map((topic) => [topic, topic]),
              },
            ]}
          />
        }
        empty={<Empty title={t('mails.none')} />}
        columns={[
          { id: 'subject', label: t('mails.subject'), width: 50, cell: ({ subject }) => subject },
          { id: 'kind', label: t('mails.kind'), width: 35, cell: ({ kind }) => formatMailKind(kind) },
          {
            id: 'version',
            label: t('mails.version'),
            width: 15,
            cell: ({ writtenAt, number }) =>
              writtenAt ? t('mails.changed', { n: number, date: formatDayOf(writtenAt) }) : t('mails.made'),
          },
        ]}
      />
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
