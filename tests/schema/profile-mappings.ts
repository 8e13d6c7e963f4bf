import { contract } from '#contract/contract.ts'
import { LONGEST_EMAIL } from '#contract/accounts/parse-email.ts'
import { PartnerScope, partnerKeyLimits } from '#contract/accounts/scopes.ts'
import { cookieChoices } from '#contract/consent.ts'
import { limits } from '#contract/constants.ts'
import { fieldLengths } from '#contract/content/page-edit.ts'
import { formLimits } from '#contract/catalog/forms/forms.ts'
import { freeOfTags, mostLookPictures } from '#contract/looks/vocabulary.ts'
import { MailText } from '#contract/notifications/mail-templates.ts'
import { Webhook, WebhookEvent } from '#contract/notifications/webhooks.ts'
import { AccessKind } from '#contract/operator/access.ts'
import { ApprovalKind } from '#contract/operator/approvals.ts'
import { areaKm } from '#contract/operator/area-km.ts'
import { Tag } from '#contract/operator/people.ts'
import { SwitchKind } from '#contract/operator/switches.ts'
import { Duty } from '#contract/accounts/duties.ts'
import { addOnLimits } from '#contract/providers/add-ons.ts'
import { CheckKind } from '#contract/providers/checks/checks.ts'
import { DocumentRefusal, ProviderDocument } from '#contract/providers/checks/provider-checks.ts'
import { mostPictures } from '#contract/providers/checks/picture-limits.ts'
import { mostColleagues } from '#contract/providers/colleagues.ts'
import { EditableProfile, ProviderState } from '#contract/providers/provider-profile.ts'
import { OwnText, OwnTitle } from '#contract/providers/service-texts.ts'
import { packageLimits } from '#contract/providers/packages.ts'
import { patchTestMinutes } from '#contract/providers/patch-tests.ts'
import { bannedWordLimits } from '#contract/providers/normalise-text.ts'
import { assistants, depositShares, latestClose } from '#contract/providers/profile-rules.ts'
import { trialLimits } from '#contract/providers/trial-limits.ts'
import { SearchLanguage } from '#contract/search/search.ts'
import { LookInMind } from '#contract/search/look-in-mind.ts'
import { stepNames } from '#contract/signup/signup-steps.ts'
import { QueueRow } from '#contract/signup/verification.ts'
import { termsKinds } from '#contract/terms.ts'
import { CountryCode, Currency, Distance, Mode, TimeOfDay } from '#contract/values.ts'
import {
  constantRule,
  inHundredths,
  type InputMapping,
  inputRule,
  type Mapping,
  narrower,
  schemaRule,
  wordsRule,
} from './contract-rules.ts'

const { operatorCatalogue, operatorMarket, providerProfile, providerHours, operatorPartners } = contract
const most = (name: string, value: number) => constantRule(name, { most: value })
const positions = (name: string, count: number) => constantRule(name, { least: 0, most: count - 1 })
const tables = (names: string, column: string) => names.split(' ').map((table) => `${table}.${column}`)

const places = 'place provider busy search appointment place_wait own_appointment shared_way made_area'
const currencies =
  'market payment payout ledger_entry ledger_close appointment bank_line charge_back fee_invoice voucher own_appointment partner_account partner_payment'

export const profileMappings: readonly Mapping[] = [
  [schemaRule(CountryCode), 'place.country_code', 'market.country_code'],
  [schemaRule(Currency), ...tables(currencies, 'currency')],
  [schemaRule(Mode), ...tables('quote_act freed_alert quote request appointment', 'mode')],
  [schemaRule(TimeOfDay), 'account.{quiet_from,quiet_to}', 'search.{start_time,finish_time}'],
  [schemaRule(Distance, 'unit', 'Distance'), 'market.distance_unit'],
  [inputRule(operatorCatalogue.addArea, 'lat'), ...tables(places, 'lat')],
  [inputRule(operatorCatalogue.addArea, 'lng'), ...tables(places, 'lng')],
  [most('LONGEST_EMAIL', LONGEST_EMAIL), 'place_wait.email', 'own_client.email', 'partner.email'],

  [wordsRule('cookieChoices', cookieChoices), 'account.cookie_choice'],
  [schemaRule(Duty), 'account.duties'],
  [inputRule(contract.operatorPeople.people, 'role'), 'account.roles'],
  [wordsRule('termsKinds', termsKinds), 'terms_acceptance.terms'],
  [constantRule('partnerKeyLimits', { least: 1, most: partnerKeyLimits.mostAMinute }), 'api_key.a_minute'],
  [schemaRule(PartnerScope), 'partner.scopes'],
  [schemaRule(WebhookEvent), 'webhook.events'],
  [schemaRule(Webhook, 'paused', 'Webhook'), 'webhook.paused'],

  [constantRule('areaKm', { least: areaKm.least * 1_000, most: areaKm.most * 1_000 }), 'made_area.metres'],
  [inputRule(operatorMarket.changeFee, 'percent'), 'category.fee_percent'],
  [inputRule(operatorMarket.feePreview, 'percent'), 'category.fee_percent'],
  [constantRule('patchTestMinutes', patchTestMinutes), 'service.patch_test_minutes'],
  [constantRule('patchTestMinutes', patchTestMinutes), 'provider_service.patch_test_minutes'],

  [constantRule('depositShares', depositShares), 'provider.deposit_share', 'provider_service.deposit_share'],
  [inputRule(providerProfile.deposits, 'items.share'), 'provider_service.deposit_share'],
  [inputRule(providerHours.leads, 'leads.horizonDays'), 'service_lead.horizon_days'],
  [inputRule(providerHours.leads, 'leads.noticeHours'), 'service_lead.notice_hours'],
  [inputRule(providerProfile.sellingRules, 'policy'), 'provider.policy', 'appointment.policy'],
  [schemaRule(ProviderState), 'provider.state'],
  [
    wordsRule(
      'ProviderState',
      ProviderState.options.filter((state) => state !== 'suspended'),
    ),
    'provider.state_before',
  ],
  [constantRule('remoteMetres', { least: 0, most: limits.remoteMetres }), 'provider.travel_radius_m'],
  [
    narrower(constantRule('latestClose', { least: 1, most: latestClose }), 'older profiles close up to two days later'),
    'provider.closes_minute',
  ],
  [schemaRule(EditableProfile, 'services.status', 'OwnProfile'), 'provider_service.status'],
  [inputRule(providerProfile.services, 'services.minutes'), 'provider_service.minutes'],
  [constantRule('assistants', { least: 0, most: assistants }), 'artist.position'],
  [inputRule(providerHours.seasons, 'seasons.name'), 'hours_season.name'],
  [inputRule(providerHours.blocks, 'blocks.label'), 'hours_block.label'],
  [most('latestClose', latestClose), 'hours_block.to_minute', 'lower_price.to_minute'],
  [inputRule(providerProfile.setLowerPrices, 'rules.percent'), 'lower_price.percent'],
  [inputRule(providerProfile.setLowerPrices, 'rules.kind'), 'lower_price.kind'],
  [inputRule(providerProfile.setLowerPrices, 'rules.withinDays'), 'lower_price.within_days'],
  [inputRule(providerProfile.setLowerPrices, 'rules.season.first'), 'lower_price.first_day'],
  [inputRule(providerProfile.setLowerPrices, 'rules.season.last'), 'lower_price.last_day'],
  [inputRule(contract.providerAddOns.set, 'addOns.minutes'), 'add_on.minutes'],
  [positions('addOnLimits.addOns', addOnLimits.addOns), 'add_on.position'],
  [positions('packageLimits.packages', packageLimits.packages), 'package.position'],
  [positions('mostColleagues', mostColleagues), 'colleague.position'],
  [inHundredths(inputRule(contract.providerTrials.set, 'trials.cost')), 'provider_trial.cost_minor'],
  [constantRule('trialLimits.minutes', trialLimits.minutes), 'provider_trial.minutes'],
  [
    constantRule('trialLimits.days', { least: trialLimits.days.least * 24, most: trialLimits.days.most * 24 }),
    ...tables('provider_trial linked_appointment hold_linked_appointment', 'hours'),
  ],
  [
    constantRule('trialLimits.months', trialLimits.months),
    ...tables('provider_trial linked_appointment hold_linked_appointment', 'months'),
  ],
  [schemaRule(OwnTitle, '', 'OwnTitle'), 'own_words.{title,asked_title}'],
  [schemaRule(OwnText, '', 'OwnText'), 'own_words.{words,asked_words}'],
  [inputRule(contract.operatorServiceTexts.sendBack, 'reason'), 'own_words.sent_back'],
  [constantRule('bannedWordLimits', { least: 2, most: bannedWordLimits.length }), 'banned_word.word'],

  [wordsRule('signupSteps', stepNames), 'signup_step.step'],
  [schemaRule(QueueRow, 'decision', 'QueueRow'), 'verification.decision'],
  [schemaRule(CheckKind), 'market_check.kind', 'artist_document.kind'],
  [schemaRule(DocumentRefusal), 'artist_document.refusal'],
  [
    wordsRule(
      'OwnDocument',
      ProviderDocument.shape.state.options.filter((state) => state !== 'expired'),
    ),
    'artist_document.state',
  ],
  [positions('mostPictures', mostPictures), 'artist_document_file.position', 'appeal_file.position'],

  [inputRule(contract.quotes.read, 'quoteId'), 'search.id'],
  [wordsRule('freeOfTags', freeOfTags), 'search.free_of'],
  [wordsRule('SearchLanguage', SearchLanguage.options), 'search.language'],
  [schemaRule(LookInMind, 'freeOf', 'LookInMind'), 'search.free_of'],
  [positions('mostLookPictures', mostLookPictures), 'search_picture.position'],
  [inputRule(contract.comingSoon.wait, 'location.address.placeName'), 'place_wait.place_name'],

  [most('fieldLengths.title', fieldLengths.title), 'page_version.title'],
  [most('fieldLengths.description', fieldLengths.description), 'page_version.description'],
  [most('fieldLengths.bannerTitle', fieldLengths.bannerTitle), 'page_version.banner_title'],
  [most('fieldLengths.bannerText', fieldLengths.bannerText), 'page_version.banner_text'],
  [most('fieldLengths.alt', fieldLengths.alt), 'page_version.picture_alt'],
  [most('fieldLengths.body', fieldLengths.body), 'page_version.body'],
  [most('fieldLengths.faqs', fieldLengths.faqs), 'page_version.faqs'],
  [schemaRule(MailText, 'subject', 'MailText'), 'mail_template.subject'],
  [schemaRule(MailText, 'preview', 'MailText'), 'mail_template.preview'],
  [schemaRule(MailText, 'body', 'MailText'), 'mail_template.body'],
  [schemaRule(MailText, 'button', 'MailText'), 'mail_template.button'],
  [most('formLimits.intro', formLimits.intro), 'consent_form_version.intro'],
  [constantRule('formLimits.questions', { least: 1, most: formLimits.questions }), 'consent_form_version.questions'],

  [schemaRule(ApprovalKind), 'approval.kind'],
  [schemaRule(AccessKind), 'access_log.what'],
  [schemaRule(SwitchKind), 'kill_switch.kind'],
  [schemaRule(Tag, '', 'Tag'), 'operator_tag.tag'],
]

// A deposit share out of range has its own refusal instead of a bound.
const { sellingRules: _, ...profileEndpoints } = providerProfile

/** Tables and the calls whose input fields fill their columns of the same name. */
export const profileInputs: readonly InputMapping[] = [
  ['account', contract.accounts.register, contract.account.change],
  ['passkey', contract.factors.addPasskey],
  ['api_key', contract.apiKeys.create, operatorPartners.createKey],
  ['partner', operatorPartners.create],
  ['partner_account', contract.operatorPartnerAccounts.save],
  ['partner_payment', contract.operatorPartnerAccounts.recordPayment],
  ['webhook', contract.webhooks.add],
  ['push_subscription', contract.notices.turnOnPush],
  ['outbox', contract.operatorSystem.outbox],
  ['store', operatorCatalogue.addStore],
  ['category', operatorCatalogue.addCategory],
  ['service_type', operatorCatalogue.addType],
  ['made_area', operatorCatalogue.addArea],
  ['service', operatorMarket.addService, operatorMarket.changeService],
  ['market', operatorMarket.setTaxNumber],
  ['provider', ...Object.values(profileEndpoints)],
  ['album', contract.albums.create],
  ['hours_exception', providerHours.addException],
  ['identity_picture', contract.signup.identity],
  ['market_check', contract.operatorChecks.change],
  ['artist_document', contract.providerChecks.send, contract.operatorChecks.accept],
  ['appeal', contract.providerAppeals.send, contract.operatorAppeals.decide],
  ['search', contract.quotes.saveDetails],
  ['page_version', contract.operatorPages.saveDraft],
  ['mail_template', contract.operatorMails.publish],
  ['consent_form', contract.operatorForms.create],
  ['operator_note', contract.operatorStory.addNote],
  ['saved_filter', contract.operatorLists.saveFilter],
  ['bulk_act', contract.operatorBulk.run],
]
