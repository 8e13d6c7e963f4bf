import { type Catalogue, createTranslator } from '#contract/words.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { useSite } from '#web/shell/site.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'

const growthMessages = {
  'grow.title': 'Share and embed',
  'grow.text': 'Whoever comes by these books you, past no list of others.',
  'grow.page': 'Your own page',
  'grow.page.text': 'One link for your profile, and one that goes straight to booking you.',
  'grow.page.profile': 'Your profile',
  'grow.page.book': 'Booking you',
  'grow.copy': 'Copy',
  'grow.copy.of': 'Copy: {name}',
  'grow.copied': 'Copied.',
  'grow.copy.failed': 'It could not be copied. Select the text and copy it by hand.',
  'grow.card': 'A card with a code',
  'grow.card.text': 'To print, or as a picture: whoever points a phone at it comes to your page.',
  'grow.card.open': 'Open the card',

  'grow.widget': 'On your own site',
  'grow.widget.text':
    'A button, or the form itself. It sets no cookie and keeps nothing in the browser; what is chosen in it opens on Primp, where your price and plan are.',
  'grow.kind': 'What it shows',
  'grow.kind.frame': 'The form',
  'grow.kind.button': 'A button',
  'grow.theme': 'Theme',
  'grow.theme.auto': 'As the visitor’s device has it',
  'grow.theme.light': 'Light',
  'grow.theme.dark': 'Dark',
  'grow.open': 'What follows opens',
  'grow.open.tab': 'In a new tab',
  'grow.open.top': 'In place of your site',
  'grow.label': 'Words on the button',
  'grow.label.usual': 'Book now',
  'grow.color': 'Colour',
  'grow.color.own': 'A colour of your own',
  'grow.snippet': 'The snippet for your site',
  'grow.snippet.hint': 'Paste it where the form or the button shall stand. It may stand on several pages.',
  'grow.preview': 'How it looks',
  'grow.paused': 'Your profile is not open for bookings: the form says so until it is.',

  'grow.vouchers': 'Gift vouchers of your own',
  'grow.vouchers.text': 'Your people give a day with you, and whoever gets it books you.',
  'grow.vouchers.open': 'Open gift vouchers',

  'sold.title': 'Gift vouchers',
  'sold.text': 'Your people can give a voucher for bookings with you, and with nobody else.',
  'sold.sale': 'Sold on your page',
  'sold.sale.on': 'Your page offers a voucher for bookings with you. This link goes straight to it.',
  'sold.sale.off': 'Your page offers none. Vouchers that were sold before stay good.',
  'sold.sale.closed': 'Vouchers can be sold once your profile takes bookings.',
  'sold.sale.how':
    'Primp keeps what is paid until it is used. It is yours as any deposit or balance is: once the booking is over, less the fee. Should you take no bookings any more, for more than 30 days or for good, your vouchers become good with anybody.',
  'sold.on': 'Sell vouchers for me',
  'sold.on.done': 'Your page offers vouchers now.',
  'sold.off': 'Stop selling them',
  'sold.off.done': 'No more are sold. Those that were sold stay good.',
  'sold.link': 'The link to give one',
  'sold.sum.sold': 'Sold',
  'sold.sum.open': 'Still to be spent',
  'sold.sum.used': 'Spent with you',
  'sold.list': 'Vouchers for you',
  'sold.none': 'None have been bought yet',
  'sold.none.text': 'Those that people buy for bookings with you stand here.',
  'sold.number': 'Voucher',
  'sold.from': 'From',
  'sold.to': 'For',
  'sold.amount': 'Amount',
  'sold.open': 'Still to be spent',
  'sold.used': 'Spent with you',
  'sold.when': 'Bought',
  'sold.state': 'State',
  'sold.state.live': 'Can be spent',
  'sold.state.blocked': 'Stopped for now',
  'sold.state.ended': 'Has ended',
  'sold.state.freed': 'Good with anybody now',
  'sold.first': 'The newest {n} are shown; the CSV file has them all.',

  'card.title': 'Your card',
  'card.text': 'Print gives eight of them on a sheet, to be cut out.',
  'card.back': 'Back to Share and embed',
  'card.print': 'Print',
  'card.svg': 'Download SVG',
  'card.png': 'Download PNG',
  'card.code': 'A code that leads to {address}',
  'card.book': 'Point your phone here to see my prices and book',
} as const satisfies Catalogue

/** Returns the translate function, the public address and a copy function. */
export function useGrowthMessages() {
  const { profile } = useOwn()
  const t = createTranslator(growthMessages, profile.countryCode)
  const site = useSite()?.publicUrl ?? ''
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      showToast('success', t('grow.copied'))
    } catch {
      showToast('error', t('grow.copy.failed'))
    }
  }
  return { t, profile, site, copy }
}
