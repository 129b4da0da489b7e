/** Errors of blocks, unblocks and user groups; part of the catalogue. */
export const blockErrors = {
  'action-block': 'block this user from editing',
  'apierror-cantblock-email': "You don't have permission to block users from sending email through the wiki.",
  'apierror-permissiondenied-unblock': {
    code: 'permissiondenied',
    text: "You don't have permission to unblock users.",
  },
  badipaddress: { code: 'invalidip', text: 'Invalid IP address' },
  blockednoreason: 'no reason given',
  infiniteblock: 'infinite',
  autoblockedtext: {
    code: 'autoblocked',
    text: 'Your IP address has been automatically blocked because it was used by another user, who was blocked by $1.\nThe reason given is:\n\n:<em>$2</em>\n\n* Start of block: $8\n* Expiration of block: $6\n* Intended blockee: $7\n\nYou may contact $1 or one of the other [[{{MediaWiki:Grouppage-sysop}}|administrators]] to discuss the block.\n\nYou can use the "{{int:emailuser}}" feature if a valid email address is specified in your [[Special:Preferences|preferences]] and you have not been blocked from using it.\n\nYour current IP address is $3, and the block ID is #$5.\nPlease include all above details in any queries you make.',
  },
  blockedtext: {
    code: 'blocked',
    text: '<strong>Your username or IP address has been blocked.</strong>\n\nThe block was made by $1.\nThe reason given is <em>$2</em>.\n\n* Start of block: $8\n* Expiration of block: $6\n* Intended blockee: $7\n\nYou can contact $1 or another [[{{MediaWiki:Grouppage-sysop}}|administrator]] to discuss the block.\nYou can use the "{{int:emailuser}}" feature if a valid email address is specified in your [[Special:Preferences|preferences]] and you have not been blocked from using it.\nYour current IP address is $3, and the block ID is #$5.\nPlease include all above details in any queries you make.',
  },
  'blockedtext-partial': {
    code: 'blocked',
    text: '<strong>Your username or IP address is blocked from doing this. You may still be able to do other things on this site, such as editing certain pages.</strong> You can view the full block details at [[Special:MyContributions|account contributions]].\n\nThe block was made by $1.\n\nThe reason given is <em>$2</em>.\n\n* Start of block: $8\n* Expiration of block: $6\n* Intended blockee: $7\n* Block ID #$5',
  },
  'cant-see-hidden-user':
    "The user you are trying to block has already been blocked and hidden.\nSince you do not have the hideuser right, you cannot see or edit the user's block.",
  ip_range_toolarge: 'Range blocks larger than /$1 are not allowed.',
  'ipb-empty-block': 'The block submitted has no restrictions enabled.',
  'ipb-prevent-user-talk-edit':
    'Editing their own talk page must be allowed for a partial block, unless it includes a restriction on the User Talk namespace.',
  ipb_already_blocked: { code: 'alreadyblocked', text: '"$1" is already blocked.' },
  ipb_cant_unblock: {
    code: 'cantunblock',
    text: 'Error: Block for $1 not found. It may have been removed already.',
  },
  ipb_expiry_invalid: { code: 'invalidexpiry', text: 'Expiry time invalid.' },
  ipb_expiry_old: 'Expiry time is in the past.',
  ipb_expiry_temp: 'Hidden username blocks must be indefinite.',
  ipb_hide_invalid: 'Unable to suppress this account; it has more than {{PLURAL:$1|one edit|$1 edits}}.',
  ipb_hide_partial: 'Hidden username blocks must be sitewide blocks.',
  ipbblocked: 'You cannot block or unblock other users because you are yourself blocked.',
  ipbnounblockself: 'You are not allowed to unblock yourself.',
  noname: { code: 'invaliduser', text: 'You have not specified a valid username.' },
  'unblock-hideuser': 'You cannot unblock this user, as their username has been hidden.',
  'userrights-no-interwiki': {
    code: 'nointerwikiuserrights',
    text: 'You do not have permission to edit user rights on other wikis.',
  },
  'userrights-nodatabase': {
    code: 'nosuchdatabase',
    text: 'Database $1 does not exist or is not local.',
  },
} as const
