/**
 * Topics of talk pages that people follow. `topic` is the name of the heading in DiscussionTools' form, by its first
 * comment; it does not depend on the page. `state` is 1, 2 for those subscribed by writing in the topic, and 0 for
 * those who unsubscribed, so that writing there does not subscribe them again.
 */
export const topicSubscriptions = `
CREATE TABLE topic_subscription (
  account_id INT NOT NULL,
  topic TEXT NOT NULL,
  ns INT NOT NULL,
  title TEXT NOT NULL,
  section TEXT NOT NULL,
  state INT NOT NULL,
  created_at INT NOT NULL,
  PRIMARY KEY (account_id, topic)
) WITHOUT ROWID;
CREATE INDEX topic_subscription_by_topic ON topic_subscription (topic, account_id);
`
