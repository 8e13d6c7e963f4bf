-- Words for how somebody or a picture looks: chosen by people, from a closed list that `contract/looks/vocabulary.ts` has too.
create function look_tags_right(tags text[]) returns boolean language sql immutable as $$
  select cardinality(tags) between 0 and 20 and cardinality(tags) = (select count(distinct tag) from unnest(tags) tag) and tags <@ array[
    'hair-straight', 'hair-wavy', 'hair-curly', 'hair-coily', 'hair-braids', 'hair-locs',
    'length-cropped', 'length-short', 'length-shoulder', 'length-long',
    'colour-black', 'colour-brown', 'colour-blonde', 'colour-red', 'colour-grey', 'colour-bright',
    'skin-very-fair', 'skin-light', 'skin-medium', 'skin-brown', 'skin-deep', 'skin-very-deep',
    'undertone-cool', 'undertone-neutral', 'undertone-warm', 'undertone-olive',
    'mature-skin',
    'glasses',
    'hijab', 'veil',
    'for-wedding', 'for-party', 'for-prom', 'for-shoot', 'for-stage', 'for-work', 'for-everyday',
    'style-natural', 'style-soft-glam', 'style-full-glam', 'style-bold', 'style-classic', 'style-updo', 'style-down', 'style-editorial'] $$;

-- What is tagged is a picture of an artist's album: one that came with a review, or stands for somebody, is not.
alter table media add column tags text[] not null default '{}';
alter table media add constraint media_tags check (tags = '{}' or (album_id is not null and look_tags_right(tags)));
create index media_tagged on media using gin (tags) where tags <> '{}';

-- The look that somebody has in mind, and what products must be free of.
alter table search add column tags text[] not null default '{}';
alter table search add column free_of text[] not null default '{}';
alter table search add constraint search_tags check (tags = '{}' or look_tags_right(tags));
alter table search add constraint search_free_of check (free_of <@ array[
    'free-of-fragrance', 'free-of-essential-oils', 'free-of-latex', 'free-of-acrylates', 'free-of-nuts', 'free-of-gluten',
    'free-of-lanolin', 'free-of-carmine', 'free-of-ppd', 'free-of-nickel', 'free-of-animal'] and cardinality(free_of) <= 11);

-- Whose hair was done says so with the same words.
alter table review add column hair_tags text[] not null default '{}';
alter table review add constraint review_hair_tags check (hair_tags = '{}' or (look_tags_right(hair_tags) and hair_tags <@ array[
    'hair-straight', 'hair-wavy', 'hair-curly', 'hair-coily', 'hair-braids', 'hair-locs',
    'length-cropped', 'length-short', 'length-shoulder', 'length-long',
    'colour-black', 'colour-brown', 'colour-blonde', 'colour-red', 'colour-grey', 'colour-bright']));
create index review_hair on review using gin (hair_tags) where hair_tags <> '{}';
